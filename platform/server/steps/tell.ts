/** Messages to those whom a step concerns: employees that fields of the record name, except whoever took it. */
import { notice, namedBy, type Notice } from '#platform/declare/notice.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Step } from '#platform/declare/states.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { notify } from '../notices/tell.ts'
import { personPart } from '../trail/server-name.ts'

/** The notice that follows from a step which tells somebody; null where it tells nobody. */
export const stepNotice = (r: Resource, step: Step): Notice | null =>
  step.tell === undefined || step.tell.length === 0
    ? null
    : notice(`step.${r.table}.${stepName(r, step)}`, [`${r.title[0]}：${step.title[0]}`, `${r.title[1]}: ${step.title[1]}`], {
        title: ['{by}：{step}（{table}“{label}”）', '{by}: {step} ({table} “{label}”)'],
        titleOfMany: ['{by}：{step}（{table}，{n} 条）', '{by}: {step} ({table}, {n} records)'],
        to: step.tell.map(namedBy),
      })

const stepName = (r: Resource, step: Step): string => Object.entries(r.states?.steps ?? {}).find(([, one]) => one === step)?.[0] ?? ''

/** One message a person, however many of his records took the step at once. `rows`: as they are now. */
export async function tellStep(
  context: Context,
  tx: Tx,
  r: Resource,
  step: Step,
  rows: readonly Row[],
  note: string | undefined,
): Promise<void> {
  const said = stepNotice(r, step)
  if (said === null) return
  const { caller, author = caller } = context
  await notify(context, tx, said, {
    of: { resource: r, rows },
    values: { by: personPart(caller.name), step: step.title },
    detail: note ?? null,
    but: author.accountId,
  })
}
