package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	wire "github.com/roomtone/roomtone/proto/roomtone/v1"
	"google.golang.org/protobuf/proto"
)

// final has the close codes after which a client must not come back by itself.
var final = map[int]bool{1003: true, 1009: true, 4400: true, 4401: true, 4403: true, 4409: true}

// Client is one connection to one room.
type Client struct {
	server, room string
	http         http.Client
	dialer       websocket.Dialer
	report       func(event string, details map[string]any)
	token        string
	started      time.Time

	mutex        sync.Mutex // guards what follows: sending and reading happen on different goroutines
	socket       *websocket.Conn
	resumeToken  string
	offset       int64 // service clock minus local clock, µs
	bestTrip     int64
	lastSequence uint64
	requests     uint32
	waiting      map[uint32]*wire.ServerMessage
	busyUntil    map[uint32]int64
	delay        map[uint32]int64
	ready        bool // inside the room, so that requests may go
	closing      bool
}

// NewClient reads an invitation such as https://192.168.1.5:7420/rooms/AbC#key=…
func NewClient(invitation string, report func(event string, details map[string]any)) (*Client, error) {
	link, err := url.Parse(invitation)
	if err != nil {
		return nil, err
	}
	fragment, err := url.ParseQuery(link.Fragment)
	if err != nil {
		return nil, err
	}
	server := link.Scheme + "://" + link.Host
	if fragment.Has("key") && link.Scheme == "http" { // a key means https, whatever the link begins with
		server = "https://" + link.Host
		if link.Port() == "" {
			server += ":80"
		}
	}
	client := &Client{
		server: server, room: path.Base(link.Path), report: report, started: time.Now(),
		waiting: map[uint32]*wire.ServerMessage{}, busyUntil: map[uint32]int64{}, delay: map[uint32]int64{},
		bestTrip: 1 << 62,
	}
	client.offset = time.Now().UnixMicro()
	if key := fragment.Get("key"); fragment.Has("key") {
		dial := pinnedTo(key)
		client.http.Transport = &http.Transport{DialTLSContext: dial}
		client.dialer.NetDialTLSContext = dial
	}
	return client, nil
}

// pinnedTo hands out a connection only once the server has proved its key: nothing is sent to another one.
func pinnedTo(key string) func(ctx context.Context, network, address string) (net.Conn, error) {
	// The key says who the server is, not the names in its certificate.
	dialer := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, VerifyConnection: func(state tls.ConnectionState) error {
		digest := sha256.Sum256(state.PeerCertificates[0].RawSubjectPublicKeyInfo)
		if base64.RawURLEncoding.EncodeToString(digest[:]) != key {
			return errors.New("the server has another key than the invitation says")
		}
		return nil
	}}}
	return dialer.DialContext
}

// Register makes an account with a password that nobody needs to know.
func (client *Client) Register(name string) error {
	secret := make([]byte, 24)
	if _, err := rand.Read(secret); err != nil {
		return err
	}
	password := base64.RawURLEncoding.EncodeToString(secret)
	var login struct{ Token string }
	err := client.post("/api/auth/register", map[string]any{
		"username": name, "email": name + "@example.org", "password": password, "confirm_password": password,
	}, &login)
	client.token = login.Token
	return err
}

func (client *Client) post(path string, body, data any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest("POST", client.server+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if client.token != "" {
		request.Header.Set("Authorization", "Bearer "+client.token)
	}
	response, err := client.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer := struct {
		Success bool
		Data    any
		Error   struct{ Code, Message string }
	}{Data: data}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if !answer.Success {
		return fmt.Errorf("%s: %s", answer.Error.Code, answer.Error.Message)
	}
	return nil
}

// open opens the WebSocket, which resumes the connection that was lost, if there was one.
func (client *Client) open() error {
	body := map[string]any{}
	if client.resumeToken != "" {
		body["resume_token"] = client.resumeToken
	}
	var ticket struct {
		URL string `json:"ws_url"`
	}
	if err := client.post("/api/auth/websocket-ticket", body, &ticket); err != nil {
		return err
	}
	if strings.HasPrefix(client.server, "https:") && !strings.HasPrefix(ticket.URL, "wss:") {
		return errors.New("a server with https gave an address without TLS")
	}
	socket, _, err := client.dialer.Dial(ticket.URL, nil)
	if err != nil {
		return err
	}
	client.mutex.Lock()
	client.socket = socket
	client.mutex.Unlock()
	return nil
}

// Run reads until the connection ends for good.
func (client *Client) Run() error {
	if err := client.open(); err != nil {
		return err
	}
	go client.beat()
	for {
		_, data, err := client.socket.ReadMessage()
		if err == nil {
			frame := &wire.ServerMessage{}
			if err := proto.Unmarshal(data, frame); err == nil {
				client.receive(frame)
			}
			continue
		}
		var closed *websocket.CloseError
		if client.closing || errors.As(err, &closed) && final[closed.Code] {
			return err
		}
		client.mutex.Lock()
		client.ready = false
		client.mutex.Unlock()
		if err := client.comeBack(); err != nil {
			return err
		}
	}
}

func (client *Client) comeBack() (err error) {
	for wait := 250 * time.Millisecond; wait < 30*time.Second; wait *= 2 {
		if err = client.open(); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// Cut loses the connection on purpose.
func (client *Client) Cut() { client.socket.UnderlyingConn().Close() }

// Close leaves for good.
func (client *Client) Close() {
	client.closing = true
	client.socket.Close()
}

func (client *Client) localUs() int64 { return time.Since(client.started).Microseconds() }
