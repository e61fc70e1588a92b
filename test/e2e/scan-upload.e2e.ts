/** Scan-to-upload from both ends: the desk holds the session and polls, the phone has nothing but the scanned address. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callsOf, tokenOf, type Calls } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import { timesSlower } from '../setup/slow.ts'

/** making a photo fit is the phone's own work: with other tests on the machine it takes long */
const fitMsMax = 60_000 * timesSlower
let token: string
let call: Calls
const { product, visit } = useJourneys({ width: 375, height: 667 }, async fresh => {
  token = await tokenOf(fresh, 'sales')
  call = await callsOf(fresh, 'sales')
})
/** 3200 x 2400 of noise: far above 2 MB, as a phone's camera makes them */
let photo: string

beforeAll(async () => {
  // a Latin name: in the POSIX locale Chromium does not find a file of another
  photo = join(mkdtempSync(join(tmpdir(), 'zhanggui-photo-')), 'photo.jpg')
  const [width, height, channels] = [3200, 2400, 3] as const
  const noise = sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
  writeFileSync(photo, await noise.jpeg({ quality: 60 }).toBuffer())
})

const poll = (id: string) => call('GET', `/fileQrUpload/qrFile?id=${id}`)

async function scanned(isCropper: boolean): Promise<{ id: string; phone: Page }> {
  const { data } = await call('GET', '/fileQrUpload/qrCodeId?type=IMAGE')
  const { id } = data as { id: string }
  const phone = await visit()
  await phone.goto(`/custom/upload-mobile?id=${id}&type=IMAGE&isCropper=${isCropper ? 1 : 0}`)
  return { id, phone }
}

async function pictureOf(id: string): Promise<{ width: number; height: number; bytes: number }> {
  const { data } = await poll(id)
  const [file] = (data as { list: { link: string }[] }).list
  const bytes = Buffer.from(
    await (await fetch(`${product().url}${file?.link}`, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer(),
  )
  const { width, height } = await sharp(bytes).metadata()
  return { width, height, bytes: bytes.length }
}

test('a large photo is made to fit, arrives at the desk, and the code is spent', async () => {
  const { id, phone } = await scanned(false)
  expect((await poll(id)).code).toBe(10101)
  await phone.getByLabel('从相册选择').first().setInputFiles([photo])
  await phone.getByRole('img', { name: 'photo.jpg' }).waitFor({ timeout: fitMsMax })
  await phone.getByRole('button', { name: '上传（1 张）' }).click({ timeout: fitMsMax })
  await phone.getByText('图片上传成功').waitFor()
  const arrived = await pictureOf(id)
  expect(arrived.bytes).toBeLessThanOrEqual(2 * 1024 ** 2)
  expect(arrived.width / arrived.height).toBeCloseTo(4 / 3, 2)
  await phone.reload()
  await phone.getByLabel('从相册选择').first().setInputFiles([photo])
  await phone.getByRole('button', { name: '上传（1 张）' }).click({ timeout: fitMsMax })
  await phone.getByText('二维码已过期或已使用，请重新获取').waitFor()
  await phone.context().close()
})

test('with cropping the photo becomes square', async () => {
  const { id, phone } = await scanned(true)
  await phone.getByLabel('从相册选择').first().setInputFiles([photo])
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /裁\s?剪/ })
    .click({ timeout: fitMsMax })
  await phone.getByRole('button', { name: '上传（1 张）' }).click({ timeout: fitMsMax })
  await phone.getByText('图片上传成功').waitFor()
  const { width, height } = await pictureOf(id)
  expect(Math.abs(width - height)).toBeLessThanOrEqual(1)
  await phone.context().close()
})

test('an address without a code says so, and needs no sign-in', async () => {
  const phone = await visit()
  await phone.goto('/custom/upload-mobile?type=IMAGE')
  await phone.getByText('二维码不完整').waitFor()
  expect(new URL(phone.url()).pathname).toBe('/custom/upload-mobile')
  await phone.context().close()
})
