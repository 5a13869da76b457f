# Reads each MIDI file named on standard input with mido, and writes what it finds, one line of JSON for each.
import json
import sys

import mido
from mido.midifiles import midifiles

VOICE = {"note_off", "note_on", "polytouch", "control_change", "program_change", "aftertouch", "pitchwheel"}

build = midifiles.build_meta_message


def build_with_time(meta_type, data, delta=0):
    # mido 1.2 forgets the time before a meta event that it does not know.
    message = build(meta_type, data, delta)
    message.time = delta
    return message


midifiles.build_meta_message = build_with_time

for line in sys.stdin:
    path = line.rstrip("\n")
    try:
        file = mido.MidiFile(path)
        tracks, tempos, lengths, ports = [], [], [], set()
        for track in file.tracks:
            tick, events, changes = 0, [], []
            for message in track:
                tick += message.time
                if message.type in VOICE:
                    events.append([tick, *message.bytes()])
                elif message.type == "set_tempo":
                    changes.append([tick, message.tempo])
                elif message.type == "midi_port":
                    ports.add(message.port)
            tracks.append(events)
            tempos.append(changes)
            lengths.append(tick)
        answer = {
            "format": file.type,
            "division": file.ticks_per_beat & 0xFFFF,
            "tracks": tracks,
            "tempos": tempos,
            "lengths": lengths,
            "ports": len(ports),
        }
    except Exception as error:  # whatever mido raises is its reason
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
