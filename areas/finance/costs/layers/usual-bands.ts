/** 载入常用比例: by how much stock is written down from 91, 181 and 366 days on, for a company that has no bands yet. */
import type { Context } from '#platform/server/area.ts'
import { createEach, hasAny } from '#platform/server/records.ts'
import { writeDownBand } from './write-down-tables.ts'

/** days of age from which it holds, percent */
const percentOf = [
  [0, '0'],
  [91, '5'],
  [181, '20'],
  [366, '50'],
] as const

/** `validFrom`: first month that they hold for, YYYY-MM. None come where there are bands of any month. */
export const bringBands = (context: Context, validFrom: string): Promise<number> =>
  context.write(async (_, inside) => {
    if (await hasAny(inside, writeDownBand)) return 0
    const remark = (fromDays: number): string => (fromDays > 365 ? '逐笔复核' : '')
    return createEach(
      inside,
      writeDownBand,
      percentOf.map(([fromDays, percent]) => ({ validFrom: `${validFrom}-01`, fromDays, percent, remark: remark(fromDays) })),
    )
  })
