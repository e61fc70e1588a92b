/** A notice that must be read, as its editor and a reader meet it; the help centre, as somebody meets it who looks for something. */
import { expect, test } from 'vitest'
import { goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'

const { product, signedIn, atHome } = useJourneys()

test('published, found on the home page, confirmed, and counted for its editor', async () => {
  const hr = await goodCallsOf(product(), 'hr')
  const title = '关于更换门禁卡的通知'
  const { id } = await hr('POST', '/noticeSetting/notice', { title, content: '<p>请在周五前到行政领取新卡。</p>', mustRead: true })

  const editing = await signedIn('hr')
  await editing.goto(`/culture/noticeSetting/detail?id=${String(id)}`)
  const record = editing.locator('article:visible')
  await record.getByRole('button', { name: '发布', exact: true }).click()
  await expect.poll(() => record.locator('[aria-current=step]').innerText()).toBe('已发布')

  const reading = await atHome('employee')
  const card = reading.locator('.zg-home-card').filter({ hasText: '待我处理' })
  await card.getByRole('link', { name: title }).click()
  await reading.waitForURL(url => url.pathname === '/culture/notified-detail')
  await reading.getByText('请在周五前到行政领取新卡。').waitFor()
  await reading.getByRole('button', { name: '我已阅读并确认' }).click()
  await reading.getByText('您已确认阅读这条公告').waitFor()

  await editing.goto(`/culture/readers?kind=notice&id=${String(id)}`)
  const shares = editing.locator('.zg-readers:visible dl')
  await expect.poll(() => shares.innerText()).toMatch(/已确认\s*11%\s*1 \/ 9 人/)
  await editing.locator('.zg-readers:visible').getByText('已读的人').click()
  await editing.getByRole('cell', { name: '王芳' }).waitFor()
})

test('F1 opens the article of the page, a word that is spelled by sound finds another one, and it is said to help', async () => {
  const hr = await goodCallsOf(product(), 'hr')
  await hr('POST', '/HelpArticle/addBuiltIn', {})

  const page = await signedIn('employee')
  await page.goto('/culture/notification-list')
  await page.getByRole('heading', { name: '公告', level: 1 }).waitFor()
  await page.keyboard.press('F1')
  const drawer = page.getByRole('dialog')
  await drawer.getByText('公司公告').first().waitFor()
  await drawer.getByRole('button', { name: '帮助中心' }).click()
  await page.waitForURL(url => url.pathname === '/help-article/menu-list')

  const box = page.getByRole('searchbox', { name: '搜索帮助' }).locator('visible=true')
  await box.fill('jiesuanduizhang')
  await box.press('Enter')
  const hits = page.locator('.zg-help-found:visible')
  await hits.locator('mark').first().waitFor()
  await hits.getByRole('button', { name: '结算单' }).first().click()
  const vote = page.getByRole('group', { name: '这篇文章有帮助吗' }).locator('visible=true')
  await vote.getByRole('button', { name: '有帮助', exact: true }).click()
  await page.getByText('谢谢，已记下').waitFor()
  const [article] = (await hr('POST', '/HelpArticle/list', { conditionList: [{ field: 'title', condition: 'LIKE', value: '结算单' }] }))
    .list as { helpful: number }[]
  expect(article?.helpful).toBe(1)
})
