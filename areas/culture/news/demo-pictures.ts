/** Pictures of the demo company's news. */
import { box, disc, line, picture, shape, times } from '../draw.ts'

const width = 1_200
const height = 600

export type Scene = 'cup' | 'mountains' | 'warehouse' | 'rising' | 'books' | 'trophy' | 'harbour' | 'moon' | 'camp' | 'track'

const scenes: Readonly<Record<Scene, readonly [from: string, to: string, drawing: string]>> = {
  cup: [
    '#e8f1f8',
    '#9dc3de',
    disc(880, 150, 210, '#ffffff', 0.35) +
      box(0, 470, width, 130, '#5d87a1', 0) +
      box(470, 130, 190, 370, '#1f4e6b', 40) +
      box(455, 110, 220, 70, '#173c53', 22) +
      box(498, 190, 26, 260, '#3d7699', 13) +
      box(740, 250, 150, 250, '#d9773f', 34) +
      box(728, 232, 174, 54, '#b85f2c', 18) +
      box(290, 300, 120, 200, '#f2f6f8', 28) +
      box(280, 286, 140, 44, '#cfdde5', 16),
  ],
  mountains: [
    '#fde6c8',
    '#f4a77c',
    disc(860, 190, 90, '#fff4dc') +
      shape('M0 420 L240 190 L430 380 L640 140 L900 420 L1200 230 L1200 600 L0 600Z', '#7d6b8d') +
      shape('M0 500 L300 320 L560 500 L820 330 L1200 520 L1200 600 L0 600Z', '#574a6b') +
      shape('M0 560 Q300 500 600 560 T1200 550 L1200 600 L0 600Z', '#3b3350'),
  ],
  warehouse: [
    '#eef2e6',
    '#c7d6a8',
    shape('M120 250 L600 90 L1080 250 L1080 540 L120 540Z', '#6f8a4a') +
      box(200, 300, 800, 240, '#49612e', 4) +
      times(5, at => box(240 + at * 150, 420, 120, 120, at % 2 === 0 ? '#d8a760' : '#c48f45', 6)) +
      times(4, at => box(315 + at * 150, 305, 110, 110, at % 2 === 0 ? '#c48f45' : '#e2b878', 6)) +
      box(0, 540, width, 60, '#8a8f80', 0),
  ],
  rising: [
    '#e9efff',
    '#a9bdf5',
    times(7, at => box(170 + at * 130, 460 - at * 48, 76, 60 + at * 48, at === 6 ? '#e0723c' : '#4b66c2', 8)) +
      line('M208 420 L338 390 L468 330 L598 300 L728 230 L858 190 L988 110', '#1f2f6b', 10) +
      disc(988, 110, 18, '#1f2f6b') +
      box(120, 520, 960, 8, '#1f2f6b', 4),
  ],
  books: [
    '#f7efe4',
    '#dcc3a1',
    box(0, 480, width, 120, '#8c6a48', 0) +
      times(9, at =>
        box(
          260 + at * 76,
          480 - 210 - ((at * 37) % 90),
          62,
          210 + ((at * 37) % 90),
          ['#7a3b3b', '#33566b', '#d0a24c', '#4d6b46'][at % 4] ?? '',
          5,
        ),
      ) +
      disc(1010, 420, 60, '#ffffff', 0.85) +
      box(960, 410, 100, 70, '#ffffff', 18),
  ],
  trophy: [
    '#fff3d6',
    '#f2c14e',
    times(12, at => disc(90 + at * 95, 70 + ((at * 67) % 150), 10 + (at % 3) * 5, at % 2 === 0 ? '#d64b3c' : '#ffffff', 0.75)) +
      shape('M470 150 H730 V290 Q730 400 600 410 Q470 400 470 290Z', '#b5791b') +
      line('M470 190 Q390 190 400 260 Q410 320 480 320', '#b5791b', 24) +
      line('M730 190 Q810 190 800 260 Q790 320 720 320', '#b5791b', 24) +
      box(575, 400, 50, 80, '#8f5d12', 6) +
      box(490, 475, 220, 56, '#6b4510', 10),
  ],
  harbour: [
    '#dff0f5',
    '#83b7c9',
    shape('M0 450 Q200 430 400 450 T800 450 T1200 450 L1200 600 L0 600Z', '#2c6680') +
      shape('M220 430 H980 L920 520 H290Z', '#233b4a') +
      times(6, at => box(330 + at * 92, 350, 84, 78, ['#c8553d', '#e0a458', '#4f7c6a'][at % 3] ?? '', 3)) +
      times(5, at => box(376 + at * 92, 268, 84, 78, ['#4f7c6a', '#c8553d', '#e0a458'][at % 3] ?? '', 3)) +
      line('M140 430 V150 H330', '#8a4b2f', 18) +
      line('M140 200 L240 150', '#8a4b2f', 10),
  ],
  moon: [
    '#26325c',
    '#0f1730',
    disc(860, 200, 120, '#f7e9b5') +
      times(14, at => disc(60 + ((at * 173) % 1_080), 50 + ((at * 97) % 330), 3 + (at % 3), '#f7e9b5', 0.8)) +
      shape('M0 470 Q300 380 600 470 T1200 450 L1200 600 L0 600Z', '#1b2547') +
      disc(260, 340, 58, '#d6532f') +
      disc(410, 290, 44, '#e3703f') +
      line('M260 282 V150 M410 246 V150', '#e3b04b', 4),
  ],
  camp: [
    '#dff3e4',
    '#8fc9a0',
    disc(980, 140, 70, '#fff5cc') +
      shape('M0 470 Q400 400 800 470 T1200 460 L1200 600 L0 600Z', '#4f8f63') +
      shape('M320 500 L480 270 L640 500Z', '#e07a4f') +
      shape('M480 270 L530 500 H430Z', '#7c3a22') +
      shape('M700 500 L820 330 L940 500Z', '#f0c05a') +
      shape('M820 330 L858 500 H782Z', '#8a6420'),
  ],
  track: [
    '#f5e9e6',
    '#e3a08f',
    box(0, 330, width, 270, '#b5482f', 0) +
      times(5, at => line(`M0 ${370 + at * 50} Q600 ${330 + at * 50} 1200 ${370 + at * 50}`, '#ffffff', 5)) +
      times(4, at => disc(260 + at * 210, 300 - (at % 2) * 14, 26, '#33312f')) +
      times(4, at =>
        line(
          `M${260 + at * 210} 330 L${245 + at * 210} 410 L${215 + at * 210} 470 M${245 + at * 210} 410 L${290 + at * 210} 460`,
          '#33312f',
          20,
        ),
      ),
  ],
}

/** A picture as PNG, 1200 by 600 pixels. */
export function drawn(scene: Scene): Promise<Buffer> {
  const [from, to, drawing] = scenes[scene]
  return picture(width, height, [from, to], drawing)
}
