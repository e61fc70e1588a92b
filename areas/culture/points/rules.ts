/** Rules by which points are granted: one for each event, made when they are first needed; a person changes what they grant. */
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, Language } from '#platform/server/area.ts'
import { allOf } from '#platform/server/lists.ts'
import { createEach } from '#platform/server/records.ts'
import { culturalRule, ruleStates } from './tables.ts'

interface Seed {
  readonly name: string
  readonly nameEn: string
  readonly points: number
  readonly dailyCap?: number
  readonly monthlyCap?: number
}

/** By the code of the event. */
export const ruleSeeds = {
  signIn: { name: '每日登录', nameEn: 'Signed in', points: 2, dailyCap: 2 },
  post: { name: '发表主题', nameEn: 'A topic', points: 5, dailyCap: 15, monthlyCap: 100 },
  reply: { name: '回复主题', nameEn: 'A reply', points: 2, dailyCap: 10, monthlyCap: 100 },
  confirmRead: { name: '确认必读公告', nameEn: 'A notice confirmed', points: 3 },
  bookReturned: { name: '按时归还图书', nameEn: 'A book returned in time', points: 5, monthlyCap: 30 },
  article: { name: '帮助文章通过审核', nameEn: 'A help article audited', points: 20, monthlyCap: 200 },
  activity: { name: '参加活动', nameEn: 'An activity', points: 10 },
  birthday: { name: '生日', nameEn: 'Birthday', points: 50 },
  anniversary: { name: '入职周年', nameEn: 'Anniversary', points: 100 },
  byHand: { name: '手工发放', nameEn: 'By hand', points: 0 },
} as const satisfies Readonly<Record<string, Seed>>
export type RuleCode = keyof typeof ruleSeeds

const codes = Object.keys(ruleSeeds) as readonly RuleCode[]

export interface Rule {
  readonly id: string
  readonly code: RuleCode
  readonly name: string
  readonly points: number
  readonly dailyCap: number | null
  readonly monthlyCap: number | null
  readonly validMonths: number | null
  readonly inUse: boolean
}

const ruleOf = (row: Row, language: Language): Rule => ({
  id: row.id,
  code: row['code'] as RuleCode,
  name: asText((language === 'en' ? row['nameEn'] : null) ?? row['name']),
  points: Number(row['points']),
  dailyCap: (row['dailyCap'] as number | null) ?? null,
  monthlyCap: (row['monthlyCap'] as number | null) ?? null,
  validMonths: (row['validMonths'] as number | null) ?? null,
  inUse: row['status'] === ruleStates.on[0],
})

/** All rules of the organisation by code. Those that it lacks are made; two who make them at once make them once. */
export async function rulesOf(context: Context): Promise<ReadonlyMap<RuleCode, Rule>> {
  const read = async (): Promise<ReadonlyMap<RuleCode, Rule>> =>
    new Map((await allOf(context, culturalRule, [])).map(row => ruleOf(row, context.language)).map(rule => [rule.code, rule]))
  const there = await read()
  if (codes.every(code => there.has(code))) return there
  const system = await context.house.asSystem(context.caller.orgId, 'rules of points that every organisation begins with', context.tx)
  await system.write(async (tx, inside) => {
    // the organisation's own row is the line in which those who make them stand
    await tx.selectFrom('organisation').select('id').where('id', '=', context.caller.orgId).forUpdate().execute()
    const known = new Set((await allOf(inside, culturalRule, [])).map(row => row['code']))
    const missing = codes.filter(code => !known.has(code))
    await createEach(
      inside,
      culturalRule,
      missing.map(code => {
        const { name, nameEn, points, dailyCap, monthlyCap }: Seed = ruleSeeds[code]
        return { code, name, nameEn, points, dailyCap: dailyCap ?? null, monthlyCap: monthlyCap ?? null }
      }),
    )
  })
  return read()
}
