#!/usr/bin/env python3
"""A Roomtone client: joins a room by its invitation, plays, listens, chats, and comes back after a lost connection.

    python3 roomtone_client.py 'https://192.168.1.5:7420/rooms/AbC#key=...' pia

Then type a line to chat, /play 60 64 67, /cut to lose the connection, or /quit. It prints a JSON object a line."""
import base64, hashlib, http.client, itertools, json, secrets, socket, ssl, sys, threading, time
from urllib.parse import parse_qs, urlsplit
import websocket
from roomtone.v1.envelope_pb2 import ServerMessage

FINAL = {1003, 1009, 4400, 4401, 4403, 4409}  # after these close codes a client must not come back by itself
LOST = (OSError, websocket.WebSocketException)


def public_key(certificate):
    """The SubjectPublicKeyInfo in a DER certificate: it follows serial, algorithm, issuer, validity and subject."""
    def content(at):  # its beginning and end
        length, start = certificate[at + 1], at + 2
        if length & 0x80:
            start, length = start + (length & 0x7F), int.from_bytes(certificate[start : start + (length & 0x7F)], "big")
        return start, start + length
    at = content(content(0)[0])[0]
    for _ in range(6 if certificate[at] == 0xA0 else 5):  # an explicit version comes first
        at = content(at)[1]
    return certificate[at : content(at)[1]]


def local_us():
    return time.monotonic_ns() // 1000


def frame_of(kind, request=0, **body):
    number = ServerMessage.DESCRIPTOR.fields_by_name[kind].number
    return ServerMessage(messageType=number, requestId=request, **{kind: body})


class Client:
    def __init__(self, invitation, report):
        link = urlsplit(invitation)
        self.host, self.room, self.key = link.hostname, link.path.rpartition("/")[2], parse_qs(link.fragment).get("key", [None])[0]
        self.secure = link.scheme == "https" or self.key is not None  # a key means https, whatever the link begins with
        self.port = link.port or (443 if self.secure else 80)
        self.report, self.token, self.resume, self.closing = report, None, None, False
        self.is_open = self.ready = False  # ready: inside the room, so that requests may go
        self.offset, self.best_trip, self.delay, self.busy_until = 0, float("inf"), {}, {}
        self.last_sequence, self.requests, self.waiting = 0, 0, {}

    def connect(self):
        """A socket, handed out only once the server has proved its key: nothing is sent to another one."""
        plain = socket.create_connection((self.host, self.port), timeout=30)
        if not self.secure:
            return plain
        context = ssl.create_default_context()
        if self.key:  # the key says who the server is, not the names in its certificate
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        tls = context.wrap_socket(plain, server_hostname=self.host)
        digest = hashlib.sha256(public_key(tls.getpeercert(binary_form=True))).digest()
        if self.key and base64.urlsafe_b64encode(digest).decode().rstrip("=") != self.key:
            raise SystemExit("the server has another key than the invitation says")
        return tls

    def post(self, path, **body):
        connection = http.client.HTTPConnection(self.host, self.port)
        connection.sock = self.connect()
        authorization = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **authorization})
        answer = json.loads(connection.getresponse().read())
        if not answer["success"]:
            raise SystemExit(f'{answer["error"]["code"]}: {answer["error"]["message"]}')
        return answer["data"]

    def register(self, name):
        account = {"username": name, "email": f"{name}@example.org", "password": (secret := secrets.token_urlsafe(24))}
        self.token = self.post("/api/auth/register", confirm_password=secret, **account)["token"]

    def open(self):
        """Opens the WebSocket, which resumes the connection that was lost, if there was one."""
        ticket = self.post("/api/auth/websocket-ticket", **({"resume_token": self.resume} if self.resume else {}))
        self.socket = websocket.create_connection(ticket["ws_url"], socket=self.connect(), enable_multithread=True)
        self.is_open = True

    def ask(self, kind, **body):
        """Sends a request, and sends it again after a resume if it has no answer by then."""
        self.requests += 1
        self.waiting[self.requests] = frame_of(kind, self.requests, **body)
        if self.ready or kind == "joinRoomCommand":
            self.send(self.waiting[self.requests])

    def send(self, frame):
        try:
            self.socket.send_binary(frame.SerializeToString())
        except LOST:
            pass  # the reader notices, too, and resumes

    def play(self, *messages):
        start = local_us() + self.offset  # on the service clock
        self.send(frame_of("midiMessage", startTime=start, offsets=[0] * len(messages), data=b"".join(messages)))

    def beat(self):
        for count in itertools.count():
            self.send(frame_of("heartbeat", clientTime=local_us(), lastSequence=self.last_sequence))
            time.sleep(0.25 if count < 8 else 2)

    def run(self):
        while not self.closing:
            try:
                if not self.is_open:
                    self.open()
                opcode, data = self.socket.recv_data()
                if opcode != websocket.ABNF.OPCODE_CLOSE:
                    self.receive(ServerMessage.FromString(data))
                elif (code := int.from_bytes(data[:2], "big")) in FINAL:
                    return self.report("closed", code=code)
            except LOST:
                self.is_open = self.ready = False
                time.sleep(0.25)

    def receive(self, frame):
        kind, now = frame.WhichOneof("message"), local_us()
        body = getattr(frame, kind) if kind else None
        if 0 < frame.sequence <= self.last_sequence:
            return  # the replay after a resume begins before what has arrived
        self.last_sequence = max(self.last_sequence, frame.sequence)
        self.waiting.pop(frame.requestId, None)
        if kind == "welcome":
            self.resume, self.offset = body.resumeToken, self.offset or body.serverTime - now
            self.report("welcome", name=body.user.username, resumed=body.resumed)
            if not body.resumed:
                self.last_sequence, self.waiting = 0, {}
                self.ask("joinRoomCommand", roomId=self.room)
        elif kind == "roomJoined":  # also after a resume: silence everything first, then start from this state
            self.busy_until.clear()
            self.report("joined", room=body.room.roomName, people=len(body.participants))
            for request in [] if self.ready else list(self.waiting.values()):
                self.send(request)
            self.ready = True
        elif kind == "heartbeat":  # the answer with the shortest round trip is the most accurate
            if (trip := now - body.clientTime - (body.serverSendTime - body.serverReceiveTime)) <= self.best_trip:
                self.best_trip = trip
                self.offset = (body.serverReceiveTime - body.clientTime + body.serverSendTime - now) // 2
        elif kind == "midiMessage":  # as played, plus a delay that covers the slowest note and shrinks by 2% with each
            now, who = now + self.offset, frame.sender
            self.delay[who] = max(now - body.startTime + 1_000, self.delay.get(who, 0) * 98 // 100)
            due = max(body.startTime + self.delay[who], now, self.busy_until.get(who, 0))
            self.busy_until[who] = due + body.offsets[-1]
            self.report("notes", sender=who, data=body.data.hex(), due_in_us=due - now)
        elif kind == "chatMessage":
            self.report("chat", by=body.username, text=body.message)
        elif kind == "error":
            self.report("refused", code=body.code)


def main(invitation, name):
    client = Client(invitation, lambda event, **details: print(json.dumps({"event": event, **details}), flush=True))
    client.register(name)
    client.open()
    for work in (client.run, client.beat):
        threading.Thread(target=work, daemon=True).start()
    for line in sys.stdin:
        command, *words = line.split()
        if command == "/play":
            client.play(*(bytes([0x90, int(key), 80]) for key in words))
            client.play(*(bytes([0x80, int(key), 64]) for key in words))
        elif command == "/cut":
            client.socket.sock.shutdown(socket.SHUT_RDWR)
        elif command == "/quit":
            client.closing = True
            return client.socket.close()
        else:
            client.ask("chatMessage", message=line.strip())


if __name__ == "__main__":
    main(*sys.argv[1:3])
