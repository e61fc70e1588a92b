/** A notice that must be read, as its editor and a reader meet it. */
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
  const card = reading.locator('.zg-home-card').filter({ hasText: '待确认的公告' })
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
