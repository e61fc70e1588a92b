/** Three accounts of the demo company with months of lines, imported from files as their banks write them; one file waits for a yes. */
import { seededRandom, type SeededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { add, negate } from '#platform/format/decimal.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { addRecord } from '#platform/server/records.ts'
import { banks, bankAccount } from './tables.ts'

interface Movement {
  readonly day: string
  readonly time: string
  readonly amount: string
  readonly balance: string
  readonly who: string
  readonly what: string
  readonly why: string
}
type Kind = readonly [who: string, what: string, why: string, from: number, to: number]
interface DemoAccount {
  readonly name: string
  readonly bank: keyof typeof banks
  readonly kind: number
  readonly branch?: string
  readonly number: string
  readonly currency: string
  readonly opening: string
  readonly kinds: readonly Kind[]
  readonly file: (lines: readonly Movement[], currency: string) => string
}

const months = 6
const daysOfFile = 91
const perDayMax = 2
const seed = 20
const cell = (text: string): string => (/[",]/.test(text) ? `"${text}"` : text)
const grouped = (amount: string): string => amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',')
const csv = (head: string, rows: readonly (readonly string[])[]): string =>
  `${head}\r\n${rows.map(row => row.map(cell).join(',')).join('\r\n')}\r\n`

const accounts: readonly DemoAccount[] = [
  {
    name: '招商银行杭州滨江支行基本户',
    bank: 'cmb',
    kind: 1,
    branch: '招商银行杭州滨江支行',
    number: '571906888810001',
    currency: 'CNY',
    opening: '1862400.00',
    kinds: [
      ['义乌市宏远日用品厂', '网银转账', '货款', -86_000, -12_000],
      ['宁波海曙五金制品有限公司', '网银转账', '货款', -64_000, -9_000],
      ['连连银通电子支付有限公司', '汇入汇款', '平台回款', 20_000, 180_000],
      ['深圳速运国际货运代理有限公司', '网银转账', '头程运费', -38_000, -4_000],
      ['国家金库杭州市滨江区支库', '实时缴税', '增值税', -26_000, -800],
      ['代发工资', '代发工资', '工资', -120_000, -90_000],
      ['招商银行', '手续费', '网银手续费', -120, -5],
    ],
    file: (lines, currency) =>
      csv(
        '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要',
        lines.map(l => [l.day, currency, grouped(l.amount), grouped(l.balance), l.what, l.who, l.why]),
      ),
  },
  {
    name: '汇丰香港美元户',
    bank: 'hsbc',
    kind: 1,
    branch: 'HSBC Hong Kong, Queen’s Road Central',
    number: '808-123456-838',
    currency: 'USD',
    opening: '214350.00',
    kinds: [
      ['', 'INWARD REMITTANCE        AMAZON PAYMENTS INC', '', 4_000, 42_000],
      ['', 'FUND TRANSFER            TO LIANLIAN GLOBAL', '', -46_000, -8_000],
      ['', 'BILL PAYMENT             UPS SUPPLY CHAIN', '', -6_200, -300],
      ['', 'OUTWARD REMITTANCE CHARGE', '', -60, -15],
    ],
    file: (lines, currency) =>
      csv(
        'Date,Description,Billing amount,Billing currency,Balance,Balance currency',
        lines
          .toReversed()
          .map(l => [l.day.split('-').toReversed().join('/'), l.what, grouped(l.amount), currency, grouped(l.balance), currency]),
      ),
  },
  {
    name: 'PayPal 独立站收款',
    bank: 'paypal',
    kind: 2,
    number: 'pay@yunfan-demo.com',
    currency: 'USD',
    opening: '3120.00',
    kinds: [
      ['Emily Carter', 'Website Payment', 'Order', 25, 240],
      ['Lukas Weber', 'Website Payment', 'Order', 30, 310],
      ['Hannah Lee', 'Website Payment', 'Order', 18, 160],
      ['Emily Carter', 'Payment Refund', 'Order', -120, -20],
      ['', 'General Withdrawal', '', -900, -400],
    ],
    file: (lines, currency) =>
      csv(
        'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,Transaction ID,Balance,Subject,Note,Invoice Number',
        lines.map((l, at) => [
          l.day.split('-').toReversed().join('/'),
          l.time,
          'PDT',
          l.who,
          l.what,
          'Completed',
          currency,
          l.amount,
          '0.00',
          l.amount,
          '',
          `8PX${l.day.replaceAll('-', '')}${String(at).padStart(4, '0')}`,
          l.balance,
          l.why,
          '',
          '',
        ]),
      ),
  },
]

export async function makeBank({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const today = now.toISOString().slice(0, 10)
  const company = await context.db.selectFrom('company').select('id').limit(1).executeTakeFirst()
  for (const [at, account] of accounts.entries()) {
    const { name, bank, kind, branch, number, currency } = account
    const input = {
      name,
      bank: banks[bank][0],
      kind,
      number,
      currency,
      ...(branch ? { branch } : {}),
      ...(company ? { companyId: company.id } : {}),
    }
    const { id } = await addRecord(context, bankAccount, input)
    const lines = movements(account, addDays(today, -months * 30), addDays(today, -1), seededRandom(seed + at))
    const middle = addDays(today, -daysOfFile)
    // two weeks of one account are missing: a gap that stays open until they come
    const from = at === 2 ? addDays(middle, 14) : middle
    const parts = [lines.filter(l => l.day < middle), lines.filter(l => l.day >= from)]
    for (const part of parts) await importFile(context, String(id), account, part)
    // a line was lost on the way: the balance after it does not follow
    if (at === 1)
      await importFile(
        context,
        String(id),
        account,
        lines.slice(-12).filter((_, place) => place !== 5),
      )
  }
}

async function importFile(
  context: Context,
  accountId: string,
  { name, file, currency }: DemoAccount,
  lines: readonly Movement[],
): Promise<void> {
  const [first, last] = [lines[0]?.day ?? '', lines.at(-1)?.day ?? '']
  const upload = { name: `${name} ${first} ${last}.csv`, contentType: 'text/csv; charset=utf-8', content: [file(lines, currency)] }
  const fileId = await keepUpload(context, upload)
  await startImport(context, { fileIds: [fileId], owner: { table: 'bank_account', id: accountId } })
}

function movements({ opening, kinds }: DemoAccount, from: string, to: string, random: SeededRandom): Movement[] {
  const lines: Movement[] = []
  let balance = opening
  for (let day = from; day <= to; day = addDays(day, 1)) {
    for (let count = random.below(perDayMax + 1); count > 0; count -= 1) {
      const [who, what, why, least, most] = random.of(kinds)
      const cents = (least + random.below(most - least)) * 100 + random.below(100)
      const amount = `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
      // nothing is paid that is not there
      const isCovered = !add(balance, amount).startsWith('-')
      const moved = isCovered ? amount : negate(amount)
      balance = add(balance, moved)
      const hour = `${9 + Math.min(8, lines.length % 9)}`.padStart(2, '0')
      lines.push({ day, time: `${hour}:${String(random.below(60)).padStart(2, '0')}:00`, amount: moved, balance, who, what, why })
    }
  }
  return lines
}
