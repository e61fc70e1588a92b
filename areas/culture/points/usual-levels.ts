/** 载入常用等级: six levels with their medals, for a company that has none. */
import type { Context } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { addRecord, hasAny } from '#platform/server/records.ts'
import { medalOf } from './medal.ts'
import { culturalLevel } from './tables.ts'

const levels: readonly (readonly [name: string, minPoint: number, colours: readonly [string, string], privileges: string])[] = [
  ['新芽', 0, ['#c9d6a3', '#7f9a4d'], '礼品商城兑换\n公共图书借阅'],
  ['青铜', 200, ['#e0b48a', '#9c6234'], '生日当月双份生日茶点'],
  ['白银', 400, ['#dfe5ec', '#8795a5'], '优先报名公司活动'],
  ['黄金', 650, ['#ffe08a', '#d0921a'], '每季度一次弹性半天假'],
  ['铂金', 900, ['#bfe3e8', '#3f8f9e'], '年度体检升级套餐'],
  ['钻石', 1_300, ['#d3c4f5', '#6a4bb8'], '年度旅行名额\n与总经理共进午餐'],
]

/** Answers how many came: none where there are levels, since points would mean something else between them. */
export const bringLevels = (context: Context): Promise<number> =>
  context.write(async (_, inside) => {
    if (await hasAny(inside, culturalLevel)) return 0
    for (const [at, [name, minPoint, colours, privileges]] of levels.entries()) {
      const content = await medalOf(at + 1, colours)
      const image = await keepUpload(inside, { name: `${name}.png`, contentType: 'image/png', content, type: 'IMAGE' })
      await addRecord(inside, culturalLevel, { levelNo: at + 1, name, minPoint, image: [image], privileges })
    }
    return levels.length
  })
