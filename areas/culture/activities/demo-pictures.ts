/** Covers of the demo company's activities. */
import { box, disc, line, picture, shape, times } from '../draw.ts'

const width = 960
const height = 480

export type ActivityPicture = 'hike' | 'coffee' | 'cake' | 'badminton' | 'stage'

const pictures: Readonly<Record<ActivityPicture, readonly [from: string, to: string, drawing: string]>> = {
  hike: [
    '#dff1f7',
    '#9fd0c4',
    disc(760, 110, 62, '#fff3c9') +
      shape('M0 360 L210 150 L360 300 L560 90 L760 310 L960 190 V480 H0Z', '#5f9c86') +
      shape('M0 430 L260 270 L520 420 L740 300 L960 420 V480 H0Z', '#3f7a66') +
      line('M140 480 Q300 410 430 430 T640 380 T760 330', '#f2e3b6', 14) +
      shape('M560 90 L600 132 L560 150 L520 130Z', '#f7fbfa'),
  ],
  coffee: [
    '#f6ece0',
    '#d9b48c',
    box(0, 380, width, 100, '#7b5433', 0) +
      shape('M360 130 H600 L520 250 H440Z', '#8c4a2b') +
      box(455, 245, 50, 26, '#5f2f19', 6) +
      box(410, 280, 140, 110, '#f8f4ee', 30) +
      line('M550 305 Q610 305 600 345 Q590 372 550 366', '#f8f4ee', 16) +
      times(3, at => line(`M${440 + at * 40} 110 Q${425 + at * 40} 80 ${440 + at * 40} 52`, '#b98a62', 7)) +
      times(9, at => disc(120 + at * 34 + (at % 2) * 9, 372 - (at % 3) * 12, 13, '#4b2815')),
  ],
  cake: [
    '#fde7ee',
    '#f3a9bd',
    times(14, at => disc(40 + ((at * 157) % 900), 40 + ((at * 83) % 170), 6 + (at % 3) * 4, at % 2 === 0 ? '#f7c948' : '#ffffff', 0.85)) +
      box(260, 400, 440, 22, '#ffffff', 11) +
      box(300, 270, 360, 132, '#fff6ef', 24) +
      shape(
        'M300 300 Q330 350 360 305 Q390 360 420 305 Q450 350 480 305 Q510 360 540 305 Q570 350 600 305 Q630 350 660 300 V285 H300Z',
        '#e0607e',
      ) +
      times(5, at => box(350 + at * 62, 190, 14, 82, at % 2 === 0 ? '#5b8def' : '#43b581', 6)) +
      times(5, at => shape(`M${357 + at * 62} 150 q16 22 0 38 q-16 -16 0 -38Z`, '#f7a440')),
  ],
  badminton: [
    '#e4f0dc',
    '#8fbf7a',
    line('M0 330 H960 M0 420 H960 M480 270 V480', '#ffffff', 7) +
      shape('M300 90 q90 -30 120 60 q10 90 -80 100 q-90 0 -100 -80 q0 -60 60 -80Z', '#f7fbf5') +
      times(5, at => line(`M${255 + at * 38} 100 L${270 + at * 38} 245`, '#7fa06f', 3)) +
      times(4, at => line(`M235 ${120 + at * 36} L420 ${115 + at * 36}`, '#7fa06f', 3)) +
      line('M330 250 L400 400', '#3c5a2f', 18) +
      shape('M640 120 L740 60 L770 170 L680 190Z', '#ffffff') +
      line('M668 130 L720 172 M700 100 L738 164', '#c9d6c2', 4) +
      disc(668, 178, 28, '#d94f3d'),
  ],
  stage: [
    '#2b1f4a',
    '#5a2f7c',
    shape('M200 0 L60 400 H340Z', '#7d5bb0') +
      shape('M760 0 L620 400 H900Z', '#7d5bb0') +
      box(0, 390, width, 90, '#1b1230', 0) +
      shape('M0 0 H130 Q90 200 120 390 H0Z', '#a3263f') +
      shape('M960 0 H830 Q870 200 840 390 H960Z', '#a3263f') +
      line('M480 250 V400 M440 400 H520', '#e8d7a0', 10) +
      disc(480, 220, 30, '#e8d7a0') +
      times(12, at => disc(180 + ((at * 131) % 620), 30 + ((at * 67) % 150), 4, '#f6e7b4', 0.9)),
  ],
}

/** A PNG, 960 by 480 pixels. */
export function activityPicture(name: ActivityPicture): Promise<Buffer> {
  const [from, to, drawing] = pictures[name]
  return picture(width, height, [from, to], drawing)
}
