// A Roomtone client: joins a room by its invitation, plays, listens, chats, and comes back after a lost connection.
//
//	roomtone 'https://192.168.1.5:7420/rooms/AbC#key=…' gus
//
// Then type: a line to chat, /play 60 64 67 for a chord, /cut to lose the connection, /quit. It prints a JSON object a line.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "Usage: roomtone <invitation> <name>")
		os.Exit(2)
	}
	client, err := NewClient(os.Args[1], func(event string, details map[string]any) {
		details["event"] = event
		line, _ := json.Marshal(details)
		fmt.Println(string(line))
	})
	if err == nil {
		err = client.Register(os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	go func() {
		if err := client.Run(); err != nil && !client.closing {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		command, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		switch command {
		case "/play":
			ons, offs := chord(strings.Fields(rest))
			client.Play(ons...)
			client.Play(offs...)
		case "/cut":
			client.Cut()
		case "/quit":
			client.Close()
			return
		default:
			client.Chat(strings.TrimSpace(lines.Text()))
		}
	}
}

func chord(keys []string) (ons, offs [][]byte) {
	for _, text := range keys {
		if key, err := strconv.ParseUint(text, 10, 7); err == nil {
			ons = append(ons, []byte{0x90, byte(key), 80})
			offs = append(offs, []byte{0x80, byte(key), 64})
		}
	}
	return ons, offs
}
