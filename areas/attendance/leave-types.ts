/** 假期类型 that most companies have. */
import type { Context } from '#platform/server/area.ts'
import { create } from '#platform/server/records.ts'
import { leaveCounts, leaveUnits } from './leave/split.ts'
import { leavePeriods, leaveRule } from './leave/tables.ts'
import { balances, leaveType, payKinds } from './request-tables.ts'

const [hour, half, day] = [leaveUnits.hour[0], leaveUnits.half[0], leaveUnits.day[0]]
const calendar = leaveCounts.calendar[0]
interface Usual {
  readonly pay?: number
  readonly unit?: number
  readonly counts?: number
  readonly balance?: number
  readonly proofFromDays?: number
  readonly sex?: 1 | 2
}
const usualTypes: readonly (readonly [code: string, name: string, more: Usual])[] = [
  ['annual', '年假', { unit: half, balance: balances.entitled[0] }],
  ['welfare', '福利年假', { unit: half, balance: balances.entitled[0] }],
  ['lieu', '调休', { unit: hour, balance: balances.entitled[0] }],
  ['personal', '事假', { pay: payKinds.none[0] }],
  ['sick', '病假', { pay: payKinds.part[0], proofFromDays: 1 }],
  ['marriage', '婚假', { unit: day, proofFromDays: 1 }],
  ['maternity', '产假', { sex: 2, unit: day, counts: calendar, proofFromDays: 1 }],
  ['checkUp', '产检假', { sex: 2, unit: half, proofFromDays: 1 }],
  ['paternity', '陪产假', { sex: 1, unit: day, counts: calendar, proofFromDays: 1 }],
  ['nursing', '哺乳假', { sex: 2, unit: hour }],
  ['childcare', '育儿假', { unit: day, proofFromDays: 1 }],
  ['bereavement', '丧假', { unit: day }],
  ['injury', '工伤假', { unit: day, proofFromDays: 1 }],
  ['care', '护理假', { unit: day, proofFromDays: 1 }],
  ['public', '公假', {}],
]
/**
 * Days that the law of the nation gives, and drafts of two provinces, which add to them. All are unchecked until HR has read the text.
 */
interface More {
  readonly region?: string
  readonly dailyMinutes?: number
}
type UsualRule = readonly [code: string, caseName: string, days: string, counts: number, source: string, more?: More]
const nursing = '女职工劳动保护特别规定 第九条：婴儿未满 1 周岁'
const [zhejiang, guangdong] = ['浙江省人口与计划生育条例（2021 年修正）', '广东省人口与计划生育条例（2021 年修正）']
const usualRules: readonly UsualRule[] = [
  ['marriage', '一般', '3', 1, '关于国营企业职工请婚丧假和路程假问题的通知'],
  ['marriage', '一般', '10', 1, '浙江省婚假规定（2025 年）：合计 13 天', { region: '浙江' }],
  ['bereavement', '父母、配偶、子女', '3', 1, '关于国营企业职工请婚丧假和路程假问题的通知'],
  ['maternity', '一般', '98', calendar, '女职工劳动保护特别规定 第七条'],
  ['maternity', '难产', '113', calendar, '女职工劳动保护特别规定 第七条：98 天加 15 天'],
  ['maternity', '双胞胎', '113', calendar, '女职工劳动保护特别规定 第七条：每多生育 1 个婴儿增加 15 天'],
  ['maternity', '流产，未满 4 个月', '15', calendar, '女职工劳动保护特别规定 第七条'],
  ['maternity', '流产，满 4 个月', '42', calendar, '女职工劳动保护特别规定 第七条'],
  ['maternity', '一般', '60', calendar, `${zhejiang}：一孩延长 60 天`, { region: '浙江' }],
  ['maternity', '一般', '80', calendar, `${guangdong}：奖励假 80 天`, { region: '广东' }],
  ['paternity', '一般', '15', calendar, `${zhejiang}：护理假 15 天`, { region: '浙江' }],
  ['paternity', '一般', '15', calendar, `${guangdong}：陪产假 15 天`, { region: '广东' }],
  ['nursing', '一个婴儿', '365', calendar, `${nursing}，每天 1 小时`, { dailyMinutes: 60 }],
  ['nursing', '双胞胎', '365', calendar, `${nursing}，每多哺乳 1 个婴儿每天增加 1 小时`, { dailyMinutes: 120 }],
  ['childcare', '三周岁以内', '10', 1, `${zhejiang}：每年各 10 天`, { region: '浙江' }],
  ['childcare', '三周岁以内', '10', 1, `${guangdong}：每年各 10 天`, { region: '广东' }],
  ['care', '独生子女父母满 60 周岁', '5', 1, `${zhejiang}：每年累计 5 个工作日`, { region: '浙江' }],
  ['care', '独生子女父母满 60 周岁', '5', 1, `${guangdong}：每年 5 天`, { region: '广东' }],
]
/** what is given each year and not each time */
const yearly: ReadonlyMap<string, number> = new Map([
  ['childcare', leavePeriods.child[0]],
  ['care', leavePeriods.year[0]],
])
const [rulesFrom, provincesFrom] = ['2012-04-28', '2021-12-01']

/** Brings those that are missing; answers how many. */
export async function bringTypes(context: Context): Promise<number> {
  const known = new Set((await context.db.selectFrom('leave_type').select('code').execute()).map(row => row.code))
  const missing = usualTypes.filter(([code]) => !known.has(code))
  for (const [code, name, more] of missing) {
    const { id: typeId } = await create(context, leaveType, { code, name, ...more })
    for (const [of, caseName, days, counts, source, given] of usualRules)
      if (of === code)
        await create(context, leaveRule, {
          typeId,
          caseName,
          days,
          counts,
          source,
          per: yearly.get(code) ?? leavePeriods.event[0],
          validFrom: given?.region === undefined ? rulesFrom : provincesFrom,
          ...given,
        })
  }
  return missing.length
}
