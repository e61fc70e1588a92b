/**
 * Acts that need a second look ask for a fresh factor: whoever finds an open browser, or steals a session, does none of them. The list
 * names them; what reveals, or changes keys of other programs, is found by its kind.
 */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { isWrite } from '#platform/server/http/mount.ts'
import { registryOf } from '#platform/server/registry-of.ts'

const { routes } = registryOf(withHouseAreas(areas))
const fresh = new Set(routes.filter(route => route.fresh === true).map(route => `${route.method} ${route.path}`))

const named = [
  'POST /auth/user/resetPassword',
  'POST /auditTrail/restore',
  'POST /bbsTopic/askOpening',
  'POST /companyLink/begin',
  'POST /companyLink/remove',
  'POST /factor/addPasskey',
  'POST /factor/begin',
  'POST /factor/codes',
  'POST /factor/confirm',
  'POST /factor/remove',
  'POST /manager/askOpening',
  'POST /roleManagement/begin',
  'POST /roleManagement/copy',
  'POST /roleManagement/delete',
  'POST /roleManagement/insert',
  'POST /roleManagement/savePermissions',
  'POST /roleManagement/update',
  'POST /sealedOpening/author',
  'POST /sealedOpening/confirm',
  'POST /signInProvider/insert',
  'POST /signInProvider/linkList',
  'POST /signInProvider/update',
  'POST /technicalAccount/undo',
  'POST /userManage/empAddRole',
  'POST /userManage/installationAdmin',
  'POST /userManage/manager',
  'POST /userManage/openAccounts',
  'POST /userManage/resetFactor',
  'POST /userManage/systemAdmin',
  'PUT /sysConfigSetting/sysConfig',
]
test('named acts ask for it', () => {
  expect(named.filter(key => !fresh.has(key))).toEqual([])
})

test('what shows a sensitive value asks for it', () => {
  const reveals = routes.filter(route => route.verb === 'reveal')
  expect(reveals.length).toBeGreaterThan(5)
  expect(reveals.filter(route => route.fresh !== true).map(route => route.path)).toEqual([])
})

test('what changes keys of other programs asks for it', () => {
  const keys = routes.filter(
    route =>
      Object.values(route.resource?.fields ?? {}).some(field => field.options.secret === true) && isWrite(route) && route.verb !== 'action',
  )
  expect(keys.map(route => route.path)).toContain('/marketplaceApp/insert')
  expect(keys.filter(route => route.fresh !== true).map(route => route.path)).toEqual([])
})

/** Calls whose name says so and that are none of it. */
const others: ReadonlySet<string> = new Set([
  // the second step itself, and what takes a trust back
  'POST /auth/user/factor',
  'POST /auth/user/login/passkey',
  'POST /factor/forgetDevices',
])
test('what writes a secret, key, provider, role, link or factor by its name asks for it', () => {
  const sensitive = /secret|apikey|signinprovider|accountidentity|identity\/|factor|passkey|rolemanagement|sealedopening/i
  const open = routes.filter(route => sensitive.test(route.path) && isWrite(route) && route.fresh !== true)
  const reads = /list|query|permissions$|difference$|preview$|operations$|export$/i
  expect(
    open.map(route => `${route.method} ${route.path}`).filter(key => !others.has(key) && !reads.test(key) && !key.endsWith('/presets')),
  ).toEqual([])
})
