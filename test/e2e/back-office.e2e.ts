/**
 * The back office as an administrator uses it: a department, a role, a person; what he then sees, why, and what is left when it is
 * withdrawn; the menus; who changed what.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seriousViolations } from '../setup/axe.ts'
import { signIn, submitSignIn, useJourneys } from '../setup/journeys.ts'
import { actOnRow, messageShown, steady } from '../setup/screen.ts'

const { visit: newWindow, signedIn } = useJourneys()

async function visit(p: Page, path: string, heading: string): Promise<void> {
  await p.goto(path)
  await p.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
}
const dialog = (p: Page): Locator => p.getByRole('dialog').last()
/** Chooses a record in a searched select or tree, once it is found. */
async function pick(control: Locator, typed: string): Promise<void> {
  await control.click()
  await control.pressSequentially(typed)
  const options = control.page().locator('.ant-select-dropdown:visible').locator('.ant-select-item-option, .ant-select-tree-title')
  await expect.poll(() => options.filter({ hasText: typed }).count()).toBe(1)
  // a list that shrinks under the mouse would give its neighbour
  await expect.poll(() => options.count()).toBeLessThan(3)
  await options.filter({ hasText: typed }).click()
}
const roleButton = (p: Page, name: string): Locator =>
  p.getByRole('navigation', { name: '角色' }).getByRole('button', { name: new RegExp(`^${name}`) })
/** The pane beside the list shows what was chosen there. */
const chosen = (p: Page, name: string): Promise<void> => p.locator('.zg-office-name').getByText(name, { exact: true }).waitFor()
async function saveRole(p: Page): Promise<void> {
  await dialog(p).getByRole('button', { name: '确认保存' }).click()
  await expect.poll(() => p.getByRole('dialog').count()).toBe(0)
  await messageShown(p, '已保存')
}

test('a department, a role with its difference shown, a person who sees exactly that; withdrawn, it is refused at once', async () => {
  const admin = await signedIn('admin')
  const [group, role, name, account] = ['内审组', '内审', '罗清', 'luoqing']

  await visit(admin, '/admin/company/department-tree', '部门架构')
  await admin.getByRole('tree', { name: '部门' }).getByText('总经办', { exact: true }).click()
  await chosen(admin, '总经办')
  await admin.getByRole('button', { name: '新增下级部门' }).click()
  await dialog(admin).getByLabel('部门名称').fill(group)
  await dialog(admin).getByRole('button', { name: '新增部门' }).click()
  await admin.getByRole('tree', { name: '部门' }).getByText(group).waitFor()

  await visit(admin, '/admin/company/role-permission', '角色授权')
  await admin.getByRole('button', { name: '新增角色' }).click()
  await dialog(admin).getByLabel('角色名称').fill(role)
  await dialog(admin).getByRole('button', { name: '新增角色' }).click()
  await roleButton(admin, role).click()
  await chosen(admin, role)
  await admin.getByLabel('搜索权限或操作').fill('币种')
  await admin.getByRole('group', { name: '币种', exact: true }).getByText('查看').click()
  await admin.getByRole('button', { name: '核对并保存' }).click()
  await expect.poll(() => dialog(admin).getByRole('listitem').allTextContents()).toEqual(['增加 币种 · 查看'])
  await dialog(admin).getByText('还没有人有这个角色。').waitFor()
  await saveRole(admin)

  await visit(admin, '/admin/company/employee', '员工')
  await admin.getByRole('button', { name: /新增$/ }).click()
  await dialog(admin).getByLabel('工号').fill('2001')
  await dialog(admin).getByLabel('姓名').fill(name)
  await pick(dialog(admin).getByLabel('部门', { exact: true }), group)
  await dialog(admin).getByRole('button', { name: '新增员工' }).click()
  await actOnRow(admin.getByRole('row').filter({ hasText: name }), '查看')
  await admin.getByPlaceholder('账号，例如姓名拼音').fill(account)
  await admin.getByRole('button', { name: '开通账号', exact: true }).click()
  const password = (await dialog(admin).locator('code').textContent()) ?? ''
  const username = (await dialog(admin).locator('dd').first().textContent())?.trim() ?? ''
  expect(username).toBe(account)
  expect(password).toHaveLength(10)
  await admin.getByRole('button', { name: '我已记下' }).click()
  // what closes gives the keys back to what opened it
  await admin.locator('code').waitFor({ state: 'hidden' })
  const roles = admin.getByRole('region', { name: '角色' })
  await pick(roles.getByRole('combobox'), role)
  await roles.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => roles.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)

  const luo = await newWindow()
  await luo.goto('/user/login')
  await submitSignIn(luo, username, password)
  await luo.getByLabel('新密码', { exact: true }).fill('Shen-1234')
  await luo.getByLabel(/再次输入|确认/).fill('Shen-1234')
  await luo.getByRole('button', { name: /修改密码|确认修改|保存/ }).click()
  await luo.waitForURL(url => url.pathname === '/user/login')
  await signIn(luo, username, 'Shen-1234')
  await visit(luo, '/reference/currency', '币种')
  await luo.getByRole('gridcell', { name: '人民币' }).first().waitFor()
  const entries = luo.getByRole('navigation', { name: '财务' }).getByRole('menuitem')
  await expect.poll(() => entries.allTextContents()).toEqual(['汇率'])
  await expect.poll(() => luo.getByRole('navigation', { name: '汇率的页面' }).getByRole('link').allTextContents()).toEqual(['币种'])
  await luo.getByRole('button', { name: '设置', exact: true }).click()
  await luo.getByRole('menuitem', { name: '币种别名' }).waitFor()
  await luo.keyboard.press('Escape')
  expect(await luo.getByRole('button', { name: '新增' }).count()).toBe(0)
  await luo.goto('/reference/country')
  await luo.getByText('404', { exact: true }).first().waitFor()
  await visit(luo, '/reference/currency', '币种')

  await visit(admin, '/admin/company/role-permission', '角色授权')
  await roleButton(admin, role).click()
  await chosen(admin, role)
  await admin.getByLabel('搜索权限或操作').fill('币种')
  const operations = admin.getByRole('group', { name: '币种', exact: true })
  await expect.poll(() => operations.getByRole('checkbox', { name: '查看' }).isChecked()).toBe(true)
  await operations.getByText('查看').click()
  await admin.getByRole('button', { name: '核对并保存' }).click()
  await dialog(admin).getByText('1 人的权限会变：').waitFor()
  await dialog(admin).getByText(name).waitFor()
  await saveRole(admin)
  await expect
    .poll(async () => {
      await luo.getByRole('button', { name: '刷新页面' }).click()
      return await luo.getByText('没有访问权限').count()
    })
    .toBeGreaterThan(0)
  await Promise.all([admin.context().close(), luo.context().close()])
})

test('why somebody does not see a list; the product through his eyes, in which nothing can be changed', async () => {
  const admin = await signedIn('admin')
  await visit(admin, '/admin/company/user-permission', '用户权限')
  await pick(admin.getByRole('combobox', { name: '员工' }), '陈刚')
  await admin.getByText('buyer', { exact: true }).waitFor()
  await admin.getByRole('tab', { name: '为什么看得到或看不到' }).click()
  await pick(admin.getByRole('combobox', { name: '列表' }), '结算明细')
  await admin.getByRole('button', { name: '说明原因' }).click()
  await admin.getByText('看不到', { exact: true }).waitFor()
  await expect.poll(() => admin.getByText(/没有任何角色授予 .*的查看权限/).count()).toBe(1)

  // nothing is asked for unasked that the server refuses whoever looks as another
  const refused: string[] = []
  admin.on('response', answer => void (answer.status() === 403 && refused.push(new URL(answer.url()).pathname)))
  await admin.getByRole('button', { name: '以此身份查看' }).click()
  await admin.getByText(/正在以 陈刚 的身份查看（只读）/).waitFor()
  await visit(admin, '/reference/product', '商品')
  await actOnRow(admin.locator('.zg-grid-row').first(), '编辑')
  await dialog(admin).getByLabel('品牌').fill('不该存下')
  await dialog(admin).getByRole('button', { name: '保存' }).click()
  await dialog(admin).getByText('正在以他人身份查看，只能看不能改，请先退出查看').waitFor()
  await dialog(admin).getByRole('button', { name: '取消' }).click()
  await admin.getByRole('button', { name: '放弃修改' }).click()
  await admin.getByRole('button', { name: '退出查看' }).click()
  // the program begins anew where he began: a journey that goes on before meets that navigation
  await admin.waitForURL(url => url.pathname === '/admin/company/user-permission')
  await admin.locator('.zg-tab-title').first().waitFor()
  await expect.poll(() => admin.getByText(/正在以/).count()).toBe(0)
  // the save above was tried on purpose
  expect(refused).toEqual(['/api-2024/productManage/update'])
  await visit(admin, '/admin/company/auditEntry', '操作记录')
  await admin
    .getByRole('gridcell', { name: /身份查看/ })
    .first()
    .waitFor()
  await admin.context().close()
})

test('a tab is hidden and put in order for everybody, and given back; who changed a department stands in its history', async () => {
  const [admin, buyer] = [await signedIn('admin'), await signedIn('buyer')]
  const titles = async (p: Page): Promise<string[]> => {
    await visit(p, '/reference/product', '商品')
    const entries = p.getByRole('navigation', { name: '商品的页面' }).getByRole('link')
    await entries.filter({ hasText: '商品' }).first().waitFor()
    return await steady(() => entries.allTextContents())
  }
  const before = await titles(buyer)
  await visit(admin, '/admin/company/sys-menu', '菜单配置')
  const tree = admin.getByRole('tree', { name: '菜单' })
  const at = before.indexOf('SKU 配对')
  const further = before.map((one, i) => (i === at ? (before[at + 1] ?? '') : i === at + 1 ? 'SKU 配对' : one))
  await admin.getByLabel('搜索菜单').fill('SKU 配对')
  await tree.getByText('SKU 配对', { exact: true }).click()
  await chosen(admin, 'SKU 配对')
  await admin.getByRole('button', { name: '下移' }).click()
  await expect.poll(() => titles(buyer)).toEqual(further)
  await admin.getByLabel('搜索菜单').fill('品类')
  // that of the products; statistics have a tab of this name too
  await tree.getByText('品类', { exact: true }).last().click()
  await chosen(admin, '品类')
  await admin.getByLabel('在菜单中隐藏').click()
  // the tree asks before what is changed is left
  await admin.getByLabel('搜索菜单').fill('商品组')
  await tree.getByText('商品组', { exact: true }).click()
  await admin.getByRole('button', { name: '继续修改' }).click()
  await admin.getByRole('dialog').waitFor({ state: 'hidden' })
  await admin.getByRole('button', { name: '保存' }).click()
  await admin.getByLabel('搜索菜单').fill('品类')
  await tree.getByText('已隐藏', { exact: true }).waitFor()
  await expect.poll(() => titles(buyer)).toEqual(further.filter(one => one !== '品类'))
  await visit(buyer, '/reference/productCategory', '品类')
  await admin.getByRole('button', { name: '还原' }).click()
  await dialog(admin).getByText('还原“品类”？').last().waitFor()
  await dialog(admin).getByRole('button', { name: '还原' }).click()
  await tree.getByText('已隐藏', { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => titles(buyer)).toContain('品类')

  await visit(admin, '/admin/company/department-tree', '部门架构')
  await admin.getByRole('tree', { name: '部门' }).getByText('职能部', { exact: true }).click()
  await chosen(admin, '职能部')
  await admin.getByRole('button', { name: '编辑部门' }).click()
  await dialog(admin).getByLabel('部门名称').fill('职能中心')
  await dialog(admin).getByRole('button', { name: '保存' }).click()
  await admin.getByRole('tab', { name: '部门沿革' }).click()
  await admin.getByRole('cell', { name: '职能部', exact: true }).waitFor()
  await admin.getByRole('button', { name: '编辑部门' }).click()
  await dialog(admin).getByRole('button', { name: '修改历史' }).click()
  await expect.poll(() => dialog(admin).textContent()).toMatch(/管理员[\s\S]*部门名称[\s\S]*职能部[\s\S]*职能中心/)
  await Promise.all([admin.context().close(), buyer.context().close()])
})

test('no serious violation on the screens of the back office, and none is wider than a phone', async () => {
  const p = await signedIn('admin')
  for (const [path, heading] of [
    ['sys-menu', '菜单配置'],
    ['sys-config', '系统设置'],
    ['department-tree', '部门架构'],
    ['role-permission', '角色授权'],
    ['operation-permission', '操作权限'],
    ['user-permission', '用户权限'],
    ['employee', '员工'],
  ] as const) {
    await visit(p, `/admin/company/${path}`, heading)
    await expect.poll(async () => [path, ...(await seriousViolations(p))]).toEqual([path])
    await p.setViewportSize({ width: 375, height: 800 })
    await expect.poll(async () => [path, await p.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 375])
    await p.setViewportSize({ width: 1280, height: 800 })
  }
  await p.context().close()
})
