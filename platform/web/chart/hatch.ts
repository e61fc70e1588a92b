/** Days that are not all there yet, hatched over any chart that goes along times: over bars and lines alike. */
import type { GlobalToken } from 'antd'
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams, CustomSeriesRenderItemReturn } from 'echarts'
import { t } from '../i18n/t.ts'

/** Neighbours that are incomplete, as first and last place. */
export function runsOf(count: number, isIncomplete: (at: number) => boolean): readonly (readonly [from: number, to: number])[] {
  const runs: [number, number][] = []
  for (let at = 0; at < count; at++) {
    if (!isIncomplete(at)) continue
    const open = runs.at(-1)
    if (open !== undefined && open[1] === at - 1) open[1] = at
    else runs.push([at, at])
  }
  return runs
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface Segment {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** px from one line of the hatch to the next */
const step = 7

/** Lines that fall from left to right, cut off at the edges of the box. */
export function hatchLines({ x, y, width, height }: Box): readonly Segment[] {
  const lines: Segment[] = []
  for (let offset = step - height; offset < width; offset += step) {
    const [from, to] = [Math.max(0, offset), Math.min(width, offset + height)]
    lines.push({ x1: x + from, y1: y + from - offset, x2: x + to, y2: y + to - offset })
  }
  return lines
}

/** The series that hatches them: none where all is complete. It is no figure: tooltip and clicks pass it by. */
export function hatchOver(count: number, isIncomplete: (at: number) => boolean, token: GlobalToken) {
  const runs = runsOf(count, isIncomplete)
  if (runs.length === 0) return []
  const style = { stroke: token.colorTextTertiary, lineWidth: 1, opacity: 0.6 }
  return [
    {
      id: 'incomplete',
      name: t('数据未到齐'),
      type: 'custom',
      silent: true,
      tooltip: { show: false },
      z: 3,
      data: runs.map(run => [...run]),
      encode: { x: [0, 1], y: -1 },
      renderItem: (params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI): CustomSeriesRenderItemReturn => {
        const area = params.coordSys as unknown as Box
        const size = api.size?.([1, 0])
        const band = Array.isArray(size) ? (size[0] ?? 0) : 0
        const [first = 0] = api.coord([api.value(0), 0])
        const [last = 0] = api.coord([api.value(1), 0])
        const [left, right] = [Math.max(area.x, first - band / 2), Math.min(area.x + area.width, last + band / 2)]
        return {
          type: 'group',
          children: hatchLines({ x: left, y: area.y, width: right - left, height: area.height }).map(shape => ({
            type: 'line',
            shape,
            style,
          })),
        }
      },
    },
  ]
}

/** What a time is called in a tooltip. */
export const timeTitle = (name: string, isIncomplete: boolean): string => (isIncomplete ? t('{time}（数据未到齐）', { time: name }) : name)
