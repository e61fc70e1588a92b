/** Conversations of the demo company's people about products. */
import { anyTable } from '#platform/server/database.ts'
import { type Tx, defined } from '#platform/server/area.ts'
import { mentionOf } from '#platform/format/mentions.ts'
import { demoAccounts } from './demo-people.ts'

type By = 'boss' | 'finance' | 'sales' | 'buyer' | 'keeper'
/** `@finance` in the words mentions that account; hours since the comment before */
interface DemoComment {
  readonly by: By
  readonly words: string
  readonly after: number
  readonly answers?: readonly DemoComment[]
}

const talks: readonly (readonly DemoComment[])[] = [
  [
    {
      by: 'sales',
      words: '上周到仓的这批，亚马逊退货里有 6 单写“包装压坏”，@keeper 麻烦看一下库里还有没有同一批的。',
      after: 0,
      answers: [
        { by: 'keeper', words: '查了，同一批还有 84 件，外箱是单层瓦楞，已经单独放在 B 区。', after: 3 },
        { by: 'buyer', words: '@sales 供应商答应下一批改双层，这 84 件我让他们补寄加强箱，周四到。', after: 20 },
        { by: 'sales', words: '好的，先不发这 84 件。', after: 1 },
      ],
    },
    { by: 'finance', words: '补寄的箱子费用走采购单还是直接冲货款？@buyer 定了告诉我，月结前要入账。', after: 22 },
  ],
  [
    { by: 'buyer', words: '供应商通知原料涨价，从下月起单价加 0.8 元，涨价函已发邮箱。', after: 0 },
    {
      by: 'boss',
      words: '先别接受，问问备选供应商的报价，周五给我两家的对比。',
      after: 5,
      answers: [{ by: 'buyer', words: '收到，另一家今天寄样。', after: 2 }],
    },
    { by: 'finance', words: '按现在的售价，涨 0.8 元以后毛利率大约从 31% 降到 28%，@boss 供参考。', after: 18 },
  ],
  [
    {
      by: 'sales',
      words: '详情页的净重和实际称的不一致，页面 0.42，实际 0.47，会影响 FBA 配送费分档。',
      after: 0,
      answers: [{ by: 'keeper', words: '我重新称了三件，都是 0.47，已经改好了。', after: 6 }],
    },
  ],
]

/** Where the conversations begin, in hours before the company's clock; each product's some hours after the one before. */
const beganHours = 24 * 9
const apartHours = 31
const hourMs = 3_600_000

/** Conversations at the first products of an organisation, in the order of their numbers. */
export async function makeThreads(tx: Tx, orgId: string, accountIds: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const products = await tx.selectFrom('product').select('id').where('org_id', '=', orgId).orderBy('sku').limit(talks.length).execute()
  for (const [i, talk] of talks.entries()) {
    const recordId = defined(products[i], 'a product').id
    let atMs = now.getTime() - (beganHours - i * apartHours) * hourMs
    const say = async ({ by, words, after, answers = [] }: DemoComment, parentId: string | null): Promise<void> => {
      atMs += after * hourMs
      const told = mentionedIn(words)
      const author = defined(accountIds.get(by), by)
      const { id } = await anyTable(tx)
        .insertInto('product_comment')
        .values({
          org_id: orgId,
          record_id: recordId,
          parent_id: parentId,
          content: withMentions(words, accountIds),
          by_name: nameOf(by),
          mentions: JSON.stringify(told.map(one => defined(accountIds.get(one), one))),
          created_at: new Date(atMs).toISOString(),
          updated_at: new Date(atMs).toISOString(),
          created_by: author,
          updated_by: author,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const answer of answers) await say(answer, String(id))
    }
    for (const comment of talk) await say(comment, null)
  }
}

const mark = /@([a-z]+)/g
const nameOf = (username: string): string =>
  defined(
    demoAccounts.find(one => one.username === username),
    username,
  ).name
const mentionedIn = (words: string): string[] => [...words.matchAll(mark)].flatMap(([, username]) => username ?? [])
const withMentions = (words: string, accountIds: ReadonlyMap<string, string>): string =>
  words.replaceAll(mark, (_, username: string) => mentionOf(nameOf(username), defined(accountIds.get(username), username)))
