/** The word to those whom a step concerns: the employees that fields of the record name, but for whoever took it. */
import { sentence, toStored, type Wording } from '#platform/declare/sentence.ts'
import { labelOf, type Resource } from '#platform/declare/resource.ts'
import type { Step } from '#platform/declare/states.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { sendMessage } from '../messages/send.ts'

/** One message a person, however many of his records took the step at once. `rows`: as they are now. */
export async function tellStep(
  context: Context,
  tx: Tx,
  r: Resource,
  step: Step,
  rows: readonly Row[],
  note: string | undefined,
): Promise<void> {
  const fields = step.tell ?? []
  if (fields.length === 0) return
  const concerned = new Map<string, Row[]>()
  for (const row of rows)
    for (const employee of new Set(fields.flatMap(field => namedBy(row[field])))) {
      const known = concerned.get(employee)
      if (known === undefined) concerned.set(employee, [row])
      else known.push(row)
    }
  const { caller, author = caller, house } = context
  const messages = new Map<string, { readonly title: Wording; readonly accounts: string[]; readonly only: Row | undefined }>()
  for (const [employee, his] of concerned) {
    const accounts = (await house.rights.accountsOf(caller.orgId, [`e${employee}`], tx)).filter(id => id !== author.accountId)
    const title = titleOf(caller.name, r, step, his)
    // several records of like names make one title: they are told apart by their ids
    const only = his.length === 1 ? his[0] : undefined
    const key = `${only?.id ?? ''} ${toStored(title)}`
    messages.set(key, { title, accounts: [...(messages.get(key)?.accounts ?? []), ...accounts], only })
  }
  for (const { title, accounts, only } of messages.values())
    await sendMessage(context, tx, accounts, {
      kind: 'business',
      title,
      detail: note ?? null,
      ...(r.type === undefined ? {} : { target: { list: r.type, ...(only === undefined ? {} : { id: only.id }) } }),
    })
}

const namedBy = (value: unknown): string[] => (value === null || value === undefined ? [] : [value].flat().map(asText))

function titleOf(by: string, r: Resource, step: Step, rows: readonly Row[]): Wording {
  const [row] = rows
  const label = labelOf(r)
  if (rows.length > 1) return sentence`${by}：${step.title}（${r.title}，${rows.length} 条）`
  return sentence`${by}：${step.title}（${r.title}“${asText(row?.[`${label}Label`] ?? row?.[label] ?? '')}”）`
}
