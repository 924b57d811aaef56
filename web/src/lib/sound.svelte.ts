/** The sounds of the table. */
export type Heard = "step" | "die" | "gun" | "loss";

/** How each sound is made: its filter, its length in seconds and its volume. */
const MADE: Readonly<Record<Heard, { pitch: number; long: number; loud: number }>> = {
  step: { pitch: 900, long: 0.05, loud: 0.12 },
  die: { pitch: 2200, long: 0.12, loud: 0.25 },
  gun: { pitch: 140, long: 0.5, loud: 0.6 },
  loss: { pitch: 260, long: 0.3, loud: 0.35 },
};

/** Sounds made of filtered noise; silent until somebody turns them on. */
class Sound {
  on = $state(localStorage.getItem("sound") === "on");
  private context: AudioContext | null = null;

  toggle(): void {
    this.on = !this.on;
    localStorage.setItem("sound", this.on ? "on" : "off");
    this.play("die");
  }

  play(what: Heard): void {
    if (!this.on) return;
    const context = (this.context ??= new AudioContext());
    const { pitch, long, loud } = MADE[what];
    const noise = context.createBuffer(1, Math.ceil(context.sampleRate * long), context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
    const source = context.createBufferSource();
    source.buffer = noise;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    const gain = context.createGain();
    gain.gain.value = loud;
    source.connect(filter).connect(gain).connect(context.destination);
    source.start();
  }
}

export const sound = new Sound();
