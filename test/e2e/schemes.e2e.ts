/** A scheme as people use it: made, made the default, there after a reload; shared, seen by a colleague, opened by its link. */
import { expect, test } from 'vitest'
import { useJourneys } from '../setup/journeys.ts'
import { choose, messageShown } from '../setup/screen.ts'

const list = '/reference/product'
const { signedIn } = useJourneys({ width: 1600, height: 900 })

test('made, default, reloaded; shared with a colleague and opened by its link', async () => {
  const p = await signedIn('admin')
  await p.goto(list)
  await p.getByRole('button', { name: '筛选方案' }).click()
  const dialog = p.getByRole('dialog', { name: '筛选方案' })
  await dialog.getByRole('textbox', { name: '方案名称' }).fill('灯具')
  await dialog.getByRole('button', { name: '新增条件' }).click()
  await choose(dialog.getByRole('combobox', { name: '字段' }), '库存 SKU')
  await dialog.getByRole('textbox', { name: /的值$/ }).fill('ZG')
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
  await messageShown(p, '方案已保存')
  await dialog.getByRole('button', { name: '设为默认' }).click()
  await dialog.getByRole('button', { name: '已是默认方案' }).waitFor()
  await dialog.getByRole('button', { name: /^共\s*享$/ }).click()
  const share = p.getByRole('dialog', { name: '共享方案【灯具】' })
  await choose(share.getByRole('combobox', { name: '同事' }), '陈刚', '陈刚')
  await share.getByRole('button', { name: '保存共享范围' }).click()
  await messageShown(p, '已共享')

  await p.goto(list)
  await p.waitForURL(url => url.searchParams.has('scheme') && (url.searchParams.get('conditions') ?? '').endsWith('.ZG'))
  const id = new URL(p.url()).searchParams.get('scheme')
  await p.context().close()

  const colleague = await signedIn('buyer')
  await colleague.goto(`${list}?scheme=${id}`)
  await colleague.waitForURL(url => (url.searchParams.get('conditions') ?? '').endsWith('.ZG'))
  await colleague.getByRole('button', { name: '筛选方案' }).click()
  await colleague.getByRole('button', { name: /灯具/ }).waitFor()
  await expect.poll(() => colleague.getByRole('button', { name: /^保\s*存$/ }).isDisabled()).toBe(true)
  await colleague.context().close()
})
