/** Right and wrong, heard and felt: who scans does not look at the screen. */
let audio: AudioContext | null = null

export function beep(isRight: boolean): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate(isRight ? 40 : [120, 60, 120])
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const [tone, loudness] = [audio.createOscillator(), audio.createGain()]
  const now = audio.currentTime
  tone.frequency.value = isRight ? 880 : 220
  loudness.gain.value = 0.15
  tone.connect(loudness).connect(audio.destination)
  tone.start(now)
  tone.stop(now + (isRight ? 0.08 : 0.3))
}
