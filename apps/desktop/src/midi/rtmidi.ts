import type { MidiSystem, OpenPort, OutputPort } from './midi-system.ts';

/**
 * The system's MIDI through RtMidi: ALSA, Core MIDI or Windows. Undefined on a machine without MIDI, where the sequencer
 * or its library is missing. Every open port has its own RtMidi object, which is destroyed when the port closes: a closed
 * one does not reopen reliably, and a created port stays listed until then.
 */
export async function openRtMidi(platform: NodeJS.Platform): Promise<MidiSystem | undefined> {
  try {
    const { Input, Output } = await import('@julusian/midi');
    // Never opened, so that their lists are always current.
    const [inputs, outputs] = [new Input(), new Output()];
    return {
      canMakePorts: platform !== 'win32',
      inputs: () => namesOf(inputs),
      outputs: () => namesOf(outputs),
      openInput: (index, onMessage) => {
        const input = new Input();
        input.on('message', (_deltaTime, message) => onMessage(message));
        return opened(input, () => input.openPort(index));
      },
      openOutput: (index) => {
        const output = new Output();
        return outputOf(output, () => output.openPort(index));
      },
      makePort: (name) => {
        const output = new Output();
        return outputOf(output, () => output.openVirtualPort(name));
      },
    };
  } catch {
    return undefined;
  }
}

interface Listed {
  getPortCount(): number;
  getPortName(port: number): string;
}

function namesOf(ports: Listed): string[] {
  return Array.from({ length: ports.getPortCount() }, (_, index) => ports.getPortName(index));
}

interface Native {
  destroy(): void;
}

function outputOf(output: Native & { sendMessage(message: number[]): void }, open: () => void): OutputPort {
  return { ...opened(output, open), send: (data) => output.sendMessage([...data]) };
}

function opened(port: Native, open: () => void): OpenPort {
  try {
    open();
  } catch (error) {
    port.destroy();
    throw error;
  }
  return { close: () => port.destroy() };
}
