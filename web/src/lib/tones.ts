/** Short tones of our own, made on the spot. Browsers allow sound only after a click: `begin` belongs into its handler. */
export type Tone = "turn" | "event" | "milestone" | "over";

/** Hertz and the second at which each note begins. */
const NOTES: Record<Tone, readonly (readonly [number, number])[]> = {
  turn: [[587, 0], [880, 0.14]],
  event: [[440, 0]],
  milestone: [[523, 0], [659, 0.12]],
  over: [[523, 0], [659, 0.16], [784, 0.32]],
};
const LENGTH_S = 0.3;
const LOUDNESS = 0.12;

export class Tones {
  private context: AudioContext | null = null;

  begin(): void {
    this.context ??= new AudioContext();
    void this.context.resume();
  }

  /** Nothing before `begin`. */
  play(tone: Tone): void {
    const { context } = this;
    if (!context) return;
    for (const [pitch, after] of NOTES[tone]) {
      const from = context.currentTime + after;
      const volume = new GainNode(context, { gain: 0 });
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
      volume.gain.exponentialRampToValueAtTime(0.0001, from + LENGTH_S);
      const voice = new OscillatorNode(context, { type: "triangle", frequency: pitch });
      voice.connect(volume).connect(context.destination);
      voice.start(from);
      voice.stop(from + LENGTH_S);
    }
  }

  end(): void {
    void this.context?.close();
    this.context = null;
  }
}
