/** 记账凭证: finance opens one by its number, sees its lines and what each rests on, fills in what lacks, all also by keys alone. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousViolations } from '../setup/axe.ts'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { messageShown } from '../setup/screen.ts'

const of = 'select s.org_id, s.company_id, s.id as shop from shop s where s.company_id is not null order by s.id limit 1'
const entryColumns =
  'org_id, company_id, voucher_id, month, no, account_id, summary, side, debit, credit, base_currency, amount, currency, rate, cny'
const { atHome, product } = useJourneys({ width: 1280, height: 800 }, async running => {
  await asOwner(
    running,
    `with o as (${of}) insert into voucher_account (org_id, company_id, code, name, class, side, auxiliaries)
      select org_id, company_id, v.code, v.name, v.class, v.side, v.auxiliaries from o, (values
        ('1122', '应收账款-平台', 1, 1, '{3,5}'::smallint[]), ('600101', '主营业务收入', 6, 2, null))
        v (code, name, class, side, auxiliaries)`,
    `with o as (${of}) insert into voucher_auxiliary (org_id, company_id, kind, code, name)
      select org_id, company_id, 3, 'K001', '亚马逊' from o`,
    `with o as (${of}) insert into voucher (org_id, company_id, shop_id, title, summary, month, day, number, edition, topic,
        kind, state, debit, credit, base_currency, completeness, lines, fingerprint)
      select org_id, company_id, shop, '记-' || n, '2026-10 云帆德国站 平台收支', '2026-10-01', '2026-10-31', n, 1, 1,
        1, 1, 50191.21, 50191.21, 'CNY', 2, 2, gen_random_uuid() from o, generate_series(22, 24) n`,
    `insert into voucher_entry (${entryColumns})
      select v.org_id, v.company_id, v.id, v.month, e.no, a.id, v.summary, e.side, e.debit, e.credit, 'CNY', 6313.36, 'EUR', 7.95,
        e.debit - e.credit
      from voucher v, (values (1, '1122', 1, 50191.21, 0), (2, '600101', 2, 0, 50191.21)) e (no, code, side, debit, credit)
      join voucher_account a on a.code = e.code where v.number in (22, 23) and v.org_id = a.org_id`,
    // one of 300 lines
    `insert into voucher_entry (${entryColumns})
      select v.org_id, v.company_id, v.id, v.month, n, a.id, '行 ' || n, 1, 1.01, 0, 'CNY', 1.01, 'CNY', 1, 1.01
      from voucher v, voucher_account a, generate_series(1, 300) n where v.number = 24 and a.code = '1122' and a.org_id = v.org_id`,
    `insert into voucher_source (org_id, voucher_id, month, item, shop_id, amount, currency, booked, cny, base, rate,
        base_rate, debit_no, credit_no)
      select org_id, id, month, 1, shop_id, part, 'EUR', part, part * 7.95, part * 7.95, 7.95,
        7.95, 1, 2 from voucher,
        (values (3000.20), (3313.16)) p (part)
      where number = 23`,
  )
})

const slip = (p: Page): Locator => p.getByRole('region', { name: '记账凭证' })
const title = (p: Page, name: string): Locator => p.getByRole('heading', { level: 1, name: new RegExp(name) })

test('finance stands at 记-23, its lines and what one rests on in 4 clicks', async () => {
  const p = await atHome('finance')
  let clicks = 0
  const click = async (one: Locator): Promise<void> => {
    await one.click()
    clicks += 1
  }
  await click(p.getByRole('navigation', { name: '模块' }).getByText('财务', { exact: true }))
  await click(p.getByRole('menuitem', { name: '凭证', exact: true }))
  await click(p.locator('.zg-grid-row').getByText('记-23', { exact: true }))
  await slip(p).getByText('借贷平衡').waitFor()
  await slip(p).getByText('伍万零壹佰玖拾壹元贰角壹分').waitFor()
  await click(slip(p).getByRole('button', { name: '2026-10 云帆德国站 平台收支' }).first())
  const evidence = p.getByRole('complementary', { name: '第 1 行的依据' })
  await evidence.getByText('✓ 依据合计 50,191.21 CNY').waitFor()
  expect(await evidence.getByRole('listitem').count()).toBe(2)
  expect(clicks).toBeLessThanOrEqual(4)
  expect(await seriousViolations(p)).toEqual([])
  await p.context().close()
})

test('by keys alone: lines and what they rest on, neighbours in the order of the list, all evidence, an item that lacks', async () => {
  const p = await atHome('finance')
  await p.goto('/finance/vouchers/list')
  await p.locator('.zg-grid-row').getByText('记-23', { exact: true }).click()
  await slip(p).waitFor()
  await p.keyboard.press('Enter')
  await p.getByRole('complementary', { name: '第 1 行的依据' }).waitFor()
  await p.keyboard.press('ArrowDown')
  await p.keyboard.press('ArrowDown')
  await p.getByRole('complementary', { name: '第 2 行的依据' }).waitFor()
  // from an open line, too
  await p.keyboard.press('ArrowRight')
  await title(p, '记-22').waitFor()
  await p.keyboard.press('ArrowLeft')
  await title(p, '记-23').waitFor()
  await p.keyboard.press('g')
  await p.getByRole('tab', { name: '凭证依据', selected: true }).waitFor()
  await p.keyboard.press('g')
  await slip(p).waitFor()
  const lacks = slip(p).getByRole('button', { name: /第 1 行缺/ })
  await lacks.focus()
  await p.keyboard.press('Enter')
  const select = slip(p).getByRole('combobox', { name: '第 1 行的客户' })
  await expect.poll(() => select.evaluate(one => one === one.ownerDocument.activeElement)).toBe(true)
  await p.locator('.ant-select-dropdown:visible').getByText('亚马逊').waitFor()
  await p.keyboard.press('Enter')
  await slip(p)
    .getByRole('button', { name: /保\s*存/ })
    .press('Enter')
  await messageShown(p, '第 1 行已保存')
  await slip(p).getByText('客户 亚马逊').waitFor()
  await p.context().close()
})

test('300 lines; a right lost in between is said and leaves nothing; on a phone lines are cards below a folded head', async () => {
  const p = await atHome('finance', { width: 375, height: 812 })
  await p.goto('/finance/vouchers/list')
  await p.getByText('记-24', { exact: true }).first().click()
  await slip(p).waitFor()
  expect(await slip(p).locator('.zg-slip-line').count()).toBe(300)
  await expect.poll(() => p.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await slip(p).locator('.zg-slip-line').first().click()
  await p.getByRole('complementary', { name: '第 1 行的依据' }).waitFor()
  await slip(p)
    .getByRole('button', { name: /第 1 行缺/ })
    .click()
  await p.locator('.ant-select-dropdown:visible').getByText('亚马逊').click()
  const admin = await goodCallsOf(product(), 'admin')
  const { list } = await admin('POST', '/userManage/list', { pageSize: 100 })
  const employeeId = (list as { id: string; name: string }[]).find(one => one.name === '周敏')?.id
  await admin('POST', '/userManage/empAddRole', { employeeId, roleIds: [] })
  await slip(p)
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await messageShown(p, /权限/)
  const filled = await asOwner(
    product(),
    `select count(*)::text as value from voucher_entry e join voucher v on v.id = e.voucher_id
      where v.number = 24 and e.customer_item is not null`,
  )
  expect(filled).toEqual(['0'])
  await p.context().close()
})
