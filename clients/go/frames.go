package main

import (
	"encoding/hex"
	"time"

	"github.com/gorilla/websocket"
	wire "github.com/roomtone/roomtone/proto/roomtone/v1"
	"google.golang.org/protobuf/proto"
)

// Play sends MIDI messages as played now, stamped on the service clock.
func (client *Client) Play(messages ...[]byte) {
	note := &wire.MidiMessage{StartTime: uint64(client.serviceUs()), Offsets: make([]uint32, len(messages))}
	for _, message := range messages {
		note.Data = append(note.Data, message...)
	}
	client.send(&wire.ServerMessage{MessageType: 5, Message: &wire.ServerMessage_MidiMessage{MidiMessage: note}})
}

// Chat says something to the room.
func (client *Client) Chat(text string) {
	message := &wire.ServerMessage_ChatMessage{ChatMessage: &wire.ChatMessage{Message: text}}
	client.ask(&wire.ServerMessage{MessageType: 4, Message: message}, false)
}

func (client *Client) join() {
	message := &wire.ServerMessage_JoinRoomCommand{JoinRoomCommand: &wire.JoinRoomCommand{RoomId: client.room}}
	client.ask(&wire.ServerMessage{MessageType: 3, Message: message}, true)
}

// ask sends a request, and sends it again after a resume if it has no answer by then. Outside the room it waits.
func (client *Client) ask(frame *wire.ServerMessage, now bool) {
	client.mutex.Lock()
	client.requests++
	frame.RequestId = client.requests
	client.waiting[frame.RequestId] = frame
	now = now || client.ready
	client.mutex.Unlock()
	if now {
		client.send(frame)
	}
}

// send writes a frame. What fails is noticed by the reader, too, which resumes.
func (client *Client) send(frame *wire.ServerMessage) {
	client.mutex.Lock()
	defer client.mutex.Unlock()
	if bytes, err := proto.Marshal(frame); err == nil {
		_ = client.socket.WriteMessage(websocket.BinaryMessage, bytes)
	}
}

func (client *Client) beat() {
	for count := 0; !client.closing; count++ {
		client.mutex.Lock()
		beat := &wire.Heartbeat{ClientTime: uint64(client.localUs()), LastSequence: client.lastSequence}
		client.mutex.Unlock()
		client.send(&wire.ServerMessage{MessageType: 6, Message: &wire.ServerMessage_Heartbeat{Heartbeat: beat}})
		if count < 8 {
			time.Sleep(250 * time.Millisecond)
		} else {
			time.Sleep(2 * time.Second)
		}
	}
}

func (client *Client) serviceUs() int64 {
	client.mutex.Lock()
	defer client.mutex.Unlock()
	return client.localUs() + client.offset
}

// isNew says whether a frame has not been received before: the replay after a resume begins earlier.
func (client *Client) isNew(frame *wire.ServerMessage) bool {
	client.mutex.Lock()
	defer client.mutex.Unlock()
	if frame.Sequence != 0 && frame.Sequence <= client.lastSequence {
		return false
	}
	if frame.Sequence != 0 {
		client.lastSequence = frame.Sequence
	}
	delete(client.waiting, frame.RequestId)
	return true
}

func (client *Client) receive(frame *wire.ServerMessage) {
	if !client.isNew(frame) {
		return
	}
	switch message := frame.Message.(type) {
	case *wire.ServerMessage_Welcome:
		welcome := message.Welcome
		client.resumeToken = welcome.ResumeToken
		client.report("welcome", map[string]any{"name": welcome.User.Username, "resumed": welcome.Resumed})
		if !welcome.Resumed {
			client.mutex.Lock()
			client.lastSequence, client.waiting = 0, map[uint32]*wire.ServerMessage{}
			client.mutex.Unlock()
			client.join()
		}
	case *wire.ServerMessage_RoomJoined: // also after a resume: silence everything first, then start from this state
		client.busyUntil = map[uint32]int64{}
		room := message.RoomJoined
		client.report("joined", map[string]any{"room": room.Room.RoomName, "people": len(room.Participants)})
		client.mutex.Lock()
		again := make([]*wire.ServerMessage, 0, len(client.waiting))
		for _, request := range client.waiting {
			if !client.ready {
				again = append(again, request)
			}
		}
		client.ready = true
		client.mutex.Unlock()
		for _, request := range again {
			client.send(request)
		}
	case *wire.ServerMessage_Heartbeat:
		client.setClock(message.Heartbeat)
	case *wire.ServerMessage_MidiMessage:
		client.hear(frame.Sender, message.MidiMessage)
	case *wire.ServerMessage_ChatMessage:
		client.report("chat", map[string]any{"by": message.ChatMessage.Username, "text": message.ChatMessage.Message})
	case *wire.ServerMessage_Error:
		client.report("refused", map[string]any{"code": message.Error.Code, "details": message.Error.Details})
	case *wire.ServerMessage_ParticipantJoined:
		client.report("participantJoined", map[string]any{"name": message.ParticipantJoined.Participant.Username})
	case *wire.ServerMessage_ParticipantLeft:
		client.report("participantLeft", map[string]any{"name": message.ParticipantLeft.Participant.Username})
	}
}

// setClock takes the offset from the answer with the shortest round trip, which is the most accurate.
func (client *Client) setClock(beat *wire.Heartbeat) {
	client.mutex.Lock()
	defer client.mutex.Unlock()
	now, sent := client.localUs(), int64(beat.ClientTime)
	received, answered := int64(beat.ServerReceiveTime), int64(beat.ServerSendTime)
	if trip := now - sent - (answered - received); trip <= client.bestTrip {
		client.bestTrip = trip
		client.offset = (received - sent + answered - now) / 2
	}
}

// hear schedules notes: as they were played, plus a delay that covers the slowest note, and shrinks by 2% with each.
func (client *Client) hear(sender uint32, notes *wire.MidiMessage) {
	now, start := client.serviceUs(), int64(notes.StartTime)
	client.delay[sender] = max(now-start+1_000, client.delay[sender]*98/100)
	due := max(start+client.delay[sender], now, client.busyUntil[sender])
	client.busyUntil[sender] = due + int64(notes.Offsets[len(notes.Offsets)-1])
	client.report("notes", map[string]any{"sender": sender, "data": hex.EncodeToString(notes.Data), "due_in_us": due - now})
}

func max(values ...int64) int64 {
	most := values[0]
	for _, value := range values {
		if value > most {
			most = value
		}
	}
	return most
}
