/** What the fields of robots and templates can't say. */
import { holesOf } from '#platform/declare/notice.ts'
import { fromStored, listed, sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { isMasked } from '#platform/format/masked.ts'
import { refuse, type Context, type FieldError, type Route } from '#platform/server/area.ts'
import { addressFault, insideFault, leadsInside } from '#platform/server/outgoing.ts'
import { seal } from './sealed.ts'
import { allowedHoles } from './carry.ts'
import { kindsOf } from './kinds.ts'
import { addressMax, reaches } from './tables.ts'

type Input = Readonly<Record<string, unknown>>

const guarded = (route: Route, prepared: (context: Context, input: Input) => Promise<Input>): Route => ({
  ...route,
  handler: async (context, ask) => route.handler(context, { ...ask, input: await prepared(context, ask.input) }),
})
const refused = (faults: readonly FieldError[]): void => {
  if (faults.length > 0) throw refuse.invalid(faults)
}

/** Holds the address against the own network and seals it. One that comes back masked stays as it is. */
export const robotCall = (route: Route, isNew: boolean): Route =>
  guarded(route, async (context, input) => {
    const { address, secret, kinds } = input
    const { house, caller } = context
    const isLocal = house.settings.localChats === true
    const faults: FieldError[] = []
    const given = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '' && !isMasked(value)
    if ((isNew && !given(address)) || (address !== undefined && (address === null || address === '')))
      faults.push({ field: 'address', message: sentence`请填写 Webhook 地址` })
    for (const [field, value] of [
      ['address', address],
      ['secret', secret],
    ] as const)
      if (given(value) && value.length > addressMax) faults.push({ field, message: sentence`最多 ${addressMax} 个字符` })
    if (given(address) && faults.length === 0) {
      const fault = addressFault(address.trim(), isLocal) ?? (!isLocal && (await leadsInside(address.trim())) ? insideFault : null)
      if (fault !== null) faults.push({ field: 'address', message: fault })
    }
    if (Array.isArray(kinds) && kinds.length > 0 && kinds.every(id => /^\d{1,18}$/.test(asText(id)))) {
      const persons = await context.db
        .selectFrom('notice_kind')
        .select('name')
        .where('id', 'in', kinds.map(asText))
        .where('reach', '<>', reaches.groups[0])
        .execute()
      if (persons.length > 0)
        faults.push({ field: 'kinds', message: sentence`${listed(persons.map(({ name }) => fromStored(name)))} 只通知个人，不能发到群里` })
    }
    refused(faults)
    const sealed = (value: unknown) => (given(value) ? seal(house, caller.orgId, value.trim()) : value)
    return { ...input, ...(given(address) && { address: sealed(address) }), ...(given(secret) && { secret: sealed(secret) }) }
  })

/** Refuses what a template fills in and the notice does not, by its name. */
export const templateCall = (route: Route): Route =>
  guarded(route, async (context, input) => {
    const code = typeof input['code'] === 'string' ? input['code'] : await codeOf(context, input['id'])
    const notice = kindsOf(context.house).find(kind => kind.code === code)?.notice
    if (code !== null && notice === undefined) refused([{ field: 'code', message: sentence`这类消息没有固定文字，不能设模板` }])
    const allowed = notice === undefined ? new Set<string>() : allowedHoles(notice)
    const faults = (['title', 'several', 'text'] as const).flatMap((field): FieldError[] => {
      const text = input[field]
      if (typeof text !== 'string') return []
      const unknown = [...new Set(holesOf(text))].filter(hole => !allowed.has(hole)).map(hole => `{${hole}}`)
      return unknown.length === 0 ? [] : [{ field, message: sentence`模板里有未知的填充项 ${listed(unknown)}` }]
    })
    refused(faults)
    return input
  })

async function codeOf({ db }: Context, id: unknown): Promise<string | null> {
  if (!/^\d{1,18}$/.test(asText(id))) return null
  const row = await db.selectFrom('notice_template').select('code').where('id', '=', asText(id)).executeTakeFirst()
  return row?.code ?? null
}
