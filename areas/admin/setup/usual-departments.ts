/** 载入常用部门: the departments of a company that buys, stores and sells, where there are none. */
import type { Context } from '#platform/server/area.ts'
import { createEach, hasAny } from '#platform/server/records.ts'
import { department } from '../tables.ts'

const names = ['总经办', '销售部', '采购部', '仓储物流部', '财务部', '人事行政部', '信息部'] as const

export const bringDepartments = (context: Context): Promise<number> =>
  context.write(async (_, inside) => {
    if (await hasAny(inside, department)) return 0
    return createEach(
      inside,
      department,
      names.map((name, at) => ({ name, sort: (at + 1) * 10 })),
    )
  })
