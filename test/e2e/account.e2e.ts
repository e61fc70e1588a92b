/**
 * One's own account as people use it: registered, activated, recovered; nickname and picture; a device signed out; the home page arranged;
 * English.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { signIn, useJourneys } from '../setup/journeys.ts'
import { messageShown } from '../setup/screen.ts'

const { visit, signedIn, atHome } = useJourneys()
/** The newest message to a receiver, as the outbox page shows it to the administrator. */
async function sentTo(admin: Page, receiver: string): Promise<string> {
  const row = admin.getByRole('row').filter({ hasText: receiver }).first()
  const rowsToIt = async (): Promise<number> => {
    await admin.goto('/admin/company/outbox')
    await admin.getByRole('row').nth(1).waitFor()
    return await row.count()
  }
  await expect.poll(rowsToIt).toBe(1)
  await row.getByRole('button').click()
  const text = async (): Promise<string> => (await admin.locator('.zg-outbox-text').first().textContent()) ?? ''
  await expect.poll(text).toMatch(/\d{6}|http\S+/)
  return await text()
}

test('registered, activated, waiting for rights; a forgotten password set anew by mail', async () => {
  const [admin, p] = [await signedIn('admin'), await visit()]
  await p.goto('/user/login')
  await p.getByRole('link', { name: '注册账号' }).click()
  await p.getByLabel('邮箱').fill('neu@example.com')
  await p.getByLabel('密码', { exact: true }).fill('Wald-2468')
  await p.getByText('强度：中').or(p.getByText('强度：强')).waitFor()
  await p.getByLabel('确认密码').fill('Wald-2468')
  await p.getByLabel('手机').fill('13700000009')
  await p.getByRole('button', { name: '获取验证码' }).click()
  await p.getByRole('button', { name: /秒后重发/ }).waitFor()
  await p.getByLabel('验证码').fill(/\d{6}/.exec(await sentTo(admin, '13700000009'))?.[0] ?? '')
  await p.getByRole('button', { name: '注册' }).click()
  await p.getByText('您的账号 neu@example.com 注册成功').waitFor()
  const link = /http\S+/.exec(await sentTo(admin, 'neu@example.com'))?.[0] ?? ''
  await p.goto(new URL(link).pathname + new URL(link).search)
  await p.getByText('账号 neu@example.com 已激活').waitFor()

  await p.goto('/user/login')
  await p.getByRole('link', { name: '忘记密码' }).click()
  await p.getByLabel('账号或邮箱').fill('buyer')
  await p.getByRole('button', { name: '发送找回邮件' }).click()
  await p.getByText('请查看邮箱').waitFor()
  const recovery = /http\S+/.exec(await sentTo(admin, 'buyer@example.com'))?.[0] ?? ''
  await p.goto(new URL(recovery).pathname + new URL(recovery).search)
  await p.getByLabel('新密码', { exact: true }).fill('Berg-1357')
  await p.getByLabel('再次输入新密码').fill('Berg-1357')
  await p.getByRole('button', { name: '修改密码' }).click()
  await p.waitForURL(url => url.pathname === '/user/login')
  await signIn(p, 'buyer', 'Berg-1357')
  expect(new URL(p.url()).pathname).toBe('/home/workbenches')
  await p.context().close()
  await admin.context().close()
})

test("nickname and picture are one's own; another device is signed out", async () => {
  const [p, other] = [await signedIn('sales'), await signedIn('sales')]
  await p.goto('/account')
  await p.waitForURL(url => url.pathname === '/account/settings/info/1')
  await p.getByLabel('昵称').fill('小林')
  await p.getByRole('button', { name: '保存' }).click()
  await messageShown(p, '已保存')
  await p.locator('.zg-avatar-name').getByText('小林').waitFor()
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#1677ff' } })
    .png()
    .toBuffer()
  await p.getByLabel('选择头像图片').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer })
  await p
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定|裁剪|保\s*存/ })
    .click()
  await p.getByRole('button', { name: '移除头像' }).waitFor()
  await expect
    .poll(() => p.locator('.zg-avatar img').evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)

  await p.goto('/account/center')
  await p.getByRole('button', { name: '退出登录' }).first().click()
  await p.locator('.ant-popconfirm').getByRole('button', { name: '退出登录' }).click()
  await expect.poll(() => p.getByRole('button', { name: '退出登录' }).count()).toBe(0)
  // what somebody may is believed for half a second without asking
  await expect
    .poll(async () => {
      await other.goto('/account/center')
      await other.getByRole('heading').first().waitFor()
      return new URL(other.url()).pathname
    })
    .toBe('/user/login')
  await p.context().close()
  await other.context().close()
})

test('a card hidden on one device is hidden on the next; the language is chosen once', async () => {
  const p = await atHome('finance')
  await p.getByRole('heading', { name: '数据', exact: true, level: 2 }).waitFor()
  await p.getByRole('button', { name: '调整首页' }).click()
  // by keyboard: the first card goes down one place
  const handle = p.getByLabel('拖动数据', { exact: true })
  const heard = (words: RegExp): Promise<void> => p.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' })
  await handle.press('Space')
  await heard(/已拿起数据|数据移到数据的位置/)
  await handle.press('ArrowDown')
  await heard(/数据移到(?!数据).+的位置/)
  await handle.press('Space')
  await heard(/已放下数据/)
  await expect.poll(() => p.locator('.zg-home-card h2').first().textContent()).not.toBe('数据')
  const kept = p.waitForResponse(
    answer => answer.url().endsWith('/homeCard/update') && answer.request().postData()?.includes('"hidden":[]') === false,
  )
  await p.getByRole('switch', { name: '显示数据', exact: true }).click()
  await kept
  await p.getByRole('heading', { name: '数据', exact: true, level: 2 }).waitFor({ state: 'detached' })
  const q = await atHome('finance')
  await q.getByRole('heading', { name: '最近导入' }).waitFor()
  await expect.poll(() => q.getByRole('heading', { name: '数据', exact: true, level: 2 }).count()).toBe(0)

  await q.getByRole('button', { name: '账号菜单' }).click()
  await q.getByRole('menuitem', { name: '语言' }).hover()
  await q.getByRole('menuitem', { name: 'English' }).click()
  await q.getByRole('heading', { name: 'Latest imports' }).waitFor()
  await expect.poll(() => q.locator('html').getAttribute('lang')).toBe('en-US')
  await q.getByRole('button', { name: 'Finance' }).first().waitFor()
  await p.context().close()
  await q.context().close()
})
