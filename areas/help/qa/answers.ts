/** Questions of colleagues: an answer in the conversation answers them, and a question can be taken over as Q&A. */
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { htmlToText } from '#platform/format/html-text.ts'
import { plainMentions } from '#platform/format/mentions.ts'
import { may, refuse, type Context, type Tx, type RecordChange } from '#platform/server/area.ts'
import { within, anyTable } from '#platform/server/database.ts'
import { notify } from '#platform/server/notices.ts'
import { change, create, setDerived, oneRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { sql } from 'kysely'
import { questionCodes } from './states.ts'
import { qaForm, qaItem } from './tables.ts'

/** answers that are taken over into one text */
const answersMax = 200

export const newQuestion = notice('qaForm.new', ['新提问', 'New question'], {
  title: ['{by} 提问“{question}”', '{by} asks “{question}”'],
  titleOfMany: ['{by} 提了 {n} 个问题', '{by} asks {n} questions'],
  to: [holdersOf('qa', operations.edit)],
})

/** Whoever answers hears of a new question. */
export async function tellQuestions(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  for (const { before, after } of changes)
    if (before === null && after !== null)
      await notify(context, tx, newQuestion, {
        of: { resource: qaForm, rows: [after] },
        values: { question: asText(after['question']) },
        but: context.caller.accountId,
      })
}

/** What one of those who answer writes in the conversation answers the question. */
export async function answerByComment(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const { caller } = context
  if (!may(caller, 'qa', operations.edit)) return
  const said = changes.flatMap(({ before, after }) => (before === null && after !== null ? [asText(after['recordId'])] : []))
  for (const id of new Set(said)) {
    const row = await oneRecord(within(context, tx), qaForm, id)
    if (row['state'] !== questionCodes.waiting || row['askerId'] === caller.employeeId) continue
    await takeSteps(within(context, tx), qaForm, { ids: [{ id }], pick: { step: 'answer' }, input: {}, byProgram: true })
  }
}

/** A draft of Q&A with the question and what was answered; each names the other. */
export const takeOver = (context: Context, id: unknown): Promise<{ page: { list: string; id: string } }> =>
  context.write(async (_, inside) => {
    const row = await oneRecord(inside, qaForm, id)
    if (row['state'] !== questionCodes.answered) throw refuse.rule(sentence`只有已回答的提问可以转为问答`)
    const answers = await anyTable(inside.db)
      .selectFrom('qa_form_comment as c')
      .innerJoin('qa_form as f', join => join.on(sql<boolean>`f.id = c.record_id`))
      .select([sql<string>`c.content`.as('content')])
      .where(sql<boolean>`c.record_id = ${row.id} and c.deleted_at is null and c.content is not null`)
      // what the asker added is no answer
      .where(sql<boolean>`c.created_by is distinct from f.created_by`)
      .orderBy(sql`c.id`)
      .limit(answersMax)
      .execute()
    const answer = answers.map(one => `<p>${escaped(plainMentions(asText(one['content'])))}</p>`).join('')
    const item = await create(inside, qaItem.draft, {
      question: row['question'],
      answer: answer === '' ? null : answer,
      typeId: row['typeId'] ?? null,
      productIds: row['productId'] == null ? null : [row['productId']],
      formId: row.id,
    })
    await takeSteps(inside, qaForm, { ids: [{ id: row.id }], pick: { step: 'take' }, input: {}, byProgram: true })
    await change(inside, qaForm, row.id, { qaId: item.id })
    return { page: { list: 'qaList', id: item.id } }
  })

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')

/** The words of an answer, in which is searched. */
export async function keepAnswerText(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const rows = changes.flatMap(({ before, after }) => (after !== null && before?.['answer'] !== after['answer'] ? [after] : []))
  const system = await context.house.asSystem(context.caller.orgId, 'the words of an answer', tx)
  await setDerived(
    system,
    qaItem.draft,
    rows.map(row => ({ id: row.id, answerText: htmlToText(asText(row['answer'] ?? '')) })),
  )
}
