/** What one proves oneself by, as people use it: an authenticator, a passkey of the device, and the question before what is fresh. */
import type { Page } from 'playwright-core'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { asOwner } from '../setup/calls.ts'
import { signIn, submitSignIn, useJourneys } from '../setup/journeys.ts'

const { product, visit } = useJourneys()
/** passkeys belong to a name, never to a number */
const local = (): string => product().url.replace('127.0.0.1', 'localhost')
const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function signOut(p: Page): Promise<void> {
  await p.evaluate(() => localStorage.clear())
  await p.goto(`${local()}/user/login`)
}
const atHome = (p: Page): Promise<void> => p.waitForURL(url => url.pathname === '/home/workbenches')

test('an authenticator: scanned, ten codes kept, asked at the next sign-in; a code stands in for it once', async () => {
  const p = await visit()
  await p.goto(`${local()}/user/login`)
  await submitSignIn(p, 'finance')
  await atHome(p)
  await p.goto(`${local()}/account/settings/info/3`)
  await p.getByText('还没有开启第二步验证').waitFor()
  await p.getByRole('button', { name: '添加验证器' }).click()
  await p.getByAltText('验证器二维码').waitFor()
  const key = (await p.getByRole('dialog').locator('code').innerText()).trim()
  await p.getByLabel('验证码').fill(codeOf(key))
  await p.getByRole('button', { name: '确认' }).click()
  const codes = p.locator('.zg-factor-codes li')
  await expect.poll(() => codes.count()).toBe(10)
  const spare = await codes.first().innerText()
  await p.getByRole('button', { name: '我已保存' }).click()
  await p.getByText('剩余恢复码 10 个').waitFor()

  await signOut(p)
  await submitSignIn(p, 'finance')
  await p.getByLabel('验证码').fill('000000')
  await p.getByRole('button', { name: '验证' }).click()
  await p.getByText('验证码不正确，请检查后重新输入').waitFor()
  await p.getByLabel('验证码').fill(codeOf(key, 1))
  await p.getByRole('button', { name: '验证' }).click()
  await atHome(p)

  await signOut(p)
  await submitSignIn(p, 'finance')
  await p.getByLabel('验证码').fill(spare)
  await p.getByRole('button', { name: '验证' }).click()
  await atHome(p)
  await p.goto(`${local()}/account/settings/info/3`)
  await p.getByText('剩余恢复码 9 个').waitFor()
  await p.context().close()
})

test('a session that is not fresh: the password is asked once, and what was pressed goes on', async () => {
  const p = await visit()
  await signIn(p, 'sales')
  await asOwner(product(), "update session set fresh_at = null where account_id = (select id from account where username = 'sales')")
  await p.goto('/account/settings/info/3')
  await p.getByRole('button', { name: '添加验证器' }).click()
  await p.getByRole('dialog', { name: '验证身份' }).waitFor()
  await p.getByLabel('密码').fill('wrong-1')
  await p.getByRole('button', { name: '验证', exact: true }).click()
  await p.getByText('密码不正确').waitFor()
  await p.getByLabel('密码').fill('demo1234')
  await p.getByRole('button', { name: '验证', exact: true }).click()
  await expect.poll(() => p.getByAltText('验证器二维码').isVisible()).toBe(true)
  await p.context().close()
})

test('a passkey of the device: added, then alone a whole sign-in that stands first, and a fresh factor', async () => {
  const p = await visit()
  const device = await p.context().newCDPSession(p)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await p.goto(`${local()}/user/login`)
  await submitSignIn(p, 'hr')
  await atHome(p)
  await p.goto(`${local()}/account/settings/info/3`)
  await p.getByRole('button', { name: '添加通行密钥' }).click()
  await p.getByRole('button', { name: '我已保存' }).click()
  await p.getByText('第二步验证已开启').waitFor()

  await signOut(p)
  await p.getByRole('button', { name: '用通行密钥登录' }).click()
  await atHome(p)
  await asOwner(product(), "update session set fresh_at = null where account_id = (select id from account where username = 'hr')")
  await p.goto(`${local()}/account/settings/info/3`)
  await p.getByRole('button', { name: '添加验证器' }).click()
  await p.getByRole('button', { name: '用通行密钥验证' }).click()
  await expect.poll(() => p.getByAltText('验证器二维码').isVisible()).toBe(true)
  await p.context().close()
})
