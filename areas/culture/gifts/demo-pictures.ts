/** Pictures of the demo company's gifts, drawn from plain shapes. */
import { box, disc, line, picture, shape } from '../draw.ts'

const size = 480

export type GiftPicture = 'cup' | 'umbrella' | 'headset' | 'tea' | 'notebook' | 'lamp' | 'leave' | 'bear'

const pictures: Readonly<Record<GiftPicture, readonly [from: string, to: string, drawing: string]>> = {
  cup: [
    '#eaf3f8',
    '#a9c9dd',
    box(185, 110, 110, 280, '#1f4e6b', 26) +
      box(177, 92, 126, 48, '#173c53', 16) +
      box(205, 160, 18, 190, '#3d7699', 9) +
      box(185, 300, 110, 26, '#d9773f', 0),
  ],
  umbrella: [
    '#f5edf7',
    '#cdb4dc',
    shape('M80 250 A160 160 0 0 1 400 250 Q360 222 320 250 Q280 222 240 250 Q200 222 160 250 Q120 222 80 250Z', '#7a4b94') +
      shape('M240 90 Q180 150 160 250 Q200 222 240 250 Q280 222 320 250 Q300 150 240 90Z', '#9a6bb3') +
      line('M240 250 V370 Q240 402 212 402 Q186 402 186 376', '#4c3060', 12),
  ],
  headset: [
    '#eceff3',
    '#b8c4d3',
    line('M120 280 V250 A120 120 0 0 1 360 250 V280', '#2f3b4c', 22) +
      box(96, 260, 62, 110, '#e0723c', 26) +
      box(322, 260, 62, 110, '#e0723c', 26) +
      box(112, 276, 20, 78, '#b4541f', 10) +
      box(348, 276, 20, 78, '#b4541f', 10),
  ],
  tea: [
    '#eef5e4',
    '#bcd49a',
    box(150, 150, 180, 230, '#4f7c3a', 18) +
      box(160, 118, 160, 46, '#3a5c2a', 12) +
      box(176, 210, 128, 110, '#f3efdc', 8) +
      shape('M240 300 Q200 270 240 226 Q280 270 240 300Z', '#6f9c46'),
  ],
  notebook: [
    '#faf0e3',
    '#e5c193',
    box(130, 100, 220, 290, '#a2502f', 14) +
      box(130, 100, 40, 290, '#7d3a20', 10) +
      box(205, 160, 112, 14, '#f4dcc0', 7) +
      box(205, 190, 80, 10, '#f4dcc0', 5) +
      box(318, 70, 18, 160, '#d9a441', 4),
  ],
  lamp: [
    '#fff7dd',
    '#f3d27a',
    shape('M150 210 L210 100 H290 L340 210Z', '#d98a1f') +
      disc(245, 214, 30, '#fff6cf') +
      line('M245 210 L300 300 L236 372', '#6b4a16', 14) +
      box(160, 368, 160, 24, '#6b4a16', 12),
  ],
  leave: [
    '#dff2f7',
    '#8cc7dc',
    disc(350, 130, 46, '#fff1c2') +
      shape('M60 340 Q160 300 240 340 T420 340 V420 H60Z', '#3f8ea8') +
      line('M190 330 Q210 240 250 180', '#7a5a32', 16) +
      shape('M250 180 Q170 130 120 190 Q190 170 250 180Z', '#4f8f4a') +
      shape('M250 180 Q280 100 360 150 Q300 150 250 180Z', '#5da356') +
      shape('M250 180 Q300 200 320 260 Q270 220 250 180Z', '#46803f'),
  ],
  bear: [
    '#fbeeea',
    '#ecc1b2',
    disc(180, 140, 36, '#9b6a4a') +
      disc(300, 140, 36, '#9b6a4a') +
      disc(240, 190, 92, '#b27d59') +
      disc(240, 335, 96, '#b27d59') +
      disc(240, 345, 58, '#e0b899') +
      disc(240, 218, 36, '#e0b899') +
      disc(206, 172, 10, '#3a2416') +
      disc(274, 172, 10, '#3a2416') +
      disc(240, 206, 12, '#3a2416'),
  ],
}

/** A PNG, 480 by 480 pixels. */
export function giftPicture(name: GiftPicture): Promise<Buffer> {
  const [from, to, drawing] = pictures[name]
  return picture(size, size, [from, to], drawing)
}
