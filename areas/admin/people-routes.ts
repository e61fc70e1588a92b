/** Route map of organisations, companies, departments, positions and employees. */
import { sentence } from '#platform/declare/sentence.ts'
import { Any, Array as Several, Boolean as Flag, Integer, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { installation, needs, operations, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import type { Title } from '#platform/declare/title.ts'
import { refuse, act, call, closedToKeys, type RouteMap, Id } from '#platform/server/area.ts'
import { asText } from '#platform/format/text.ts'
import { family, imported, usual, add, batchUpdate, exportOf, idsOf, list, one, remove, reveal, update } from '#platform/server/records.ts'
import { departmentFaces, moveDepartment } from './departments.ts'
import { choice, links, longText } from '#platform/declare/fields.ts'
import { openAccount, setAccountFlag, setAccountsEnabled } from './accounts.ts'
import { setDataAcl, setOtherDepartments, setRoles } from './granting.ts'
import { manyAsk, nameSources, openAccounts } from './open-accounts.ts'
import { addOrganisation, changeOrganisation } from './organisations.ts'
import { company, departmentHistory, position } from './organisation-tables.ts'
import { peopleOperations } from './people-operations.ts'
import { personAccess } from './person-access.ts'
import { bringDepartments } from './setup/usual-departments.ts'
import { department, employee, organisation } from './tables.ts'

const ids = (title: string) => Several(Id(title), { title, maxItems: 5000 })
const employeeId = Id('员工')
const roles = (help?: Title) => links('角色', 'Roles', 'role', { optional: true, ...(help === undefined ? {} : { help }) })

export const peopleRoutes: RouteMap = {
  'POST /SysOrganization/pageList': { ...list(organisation), demand: systemAdmin },
  'GET /SysOrganization/query/{id}': { ...one(organisation), demand: systemAdmin },
  'POST /SysOrganization/insert': {
    ...add(organisation),
    demand: systemAdmin,
    handler: (context, ask) => addOrganisation(context, ask.input),
  },
  'POST /SysOrganization/update': {
    ...update(organisation),
    demand: systemAdmin,
    handler: (context, ask) => changeOrganisation(context, ask.input),
  },

  ...family('companyManage', company),
  'GET /userManage/queryCompanyAll': call({ demand: signedIn, summary: '公司选项' }, ({ db }) =>
    db.selectFrom('company').select(['id as companyId', 'name as companyName']).where('status', '=', 1).orderBy('name').execute(),
  ),

  ...family('department', department),
  ...imported('department', department),
  'POST /department/loadUsual': usual(department, { title: ['载入常用部门', 'Bring the usual departments'] }, bringDepartments),
  'POST /department/move': call(
    {
      demand: needs('department', operations.edit),
      summary: '移动部门',
      input: O({
        id: Id('部门'),
        version: Integer({ title: '版本' }),
        parentId: Union([Id('上级部门'), Null()], { title: '上级部门' }),
        order: Several(Id('部门'), { title: '顺序', minItems: 1, maxItems: 1000 }),
      }),
    },
    (context, ask) => moveDepartment(context, ask.input),
  ),
  'POST /departmentHistory/list': list(departmentHistory),
  'POST /departmentHistory/listExport': exportOf(departmentHistory),
  'GET /userManage/depts': call({ demand: signedIn, summary: '部门' }, departmentFaces),

  ...family('positionManage', position),
  ...imported('positionManage', position),

  'POST /userManage/list': list(employee),
  'GET /userManage/query/{id}': one(employee),
  'POST /userManage/insert': add(employee),
  'POST /userManage/update': update(employee),
  'POST /userManage/batchUpdate': batchUpdate(employee),
  'POST /userManage/delete': remove(employee),
  'POST /userManage/listExport': exportOf(employee),
  'POST /userManage/reveal': reveal(employee),
  ...imported('userManage', employee),
  'POST /userManage/otherDepartments': call(
    { demand: needs('employee', operations.edit), summary: '兼任部门', input: O({ employeeId, otherDeptIds: ids('部门') }) },
    (context, ask) => setOtherDepartments(context, ask.input.employeeId, ask.input.otherDeptIds),
  ),

  ...closedToKeys({
    'POST /userManage/openAccount': call(
      {
        demand: needs('employee', peopleOperations.account),
        summary: '开通账号',
        right: ['开通账号', 'Open accounts'],
        input: O({ employeeId, username: Text({ title: '账号', minLength: 1, maxLength: 100 }) }),
      },
      (context, ask) => openAccount(context, ask.input.employeeId, ask.input.username),
    ),
    'POST /userManage/openAccounts': {
      // it gives roles too
      fresh: true,
      ...act(
        employee,
        [
          {
            name: 'openAccounts',
            title: ['开通账号', 'Open accounts'],
            over: 'rows',
            operation: peopleOperations.account,
            result: 'file',
            input: { nameBy: choice('账号用', 'Accounts are called by', nameSources, { default: 1, as: 'radio' }), roleIds: roles() },
          },
          {
            name: 'openSheet',
            title: ['按名单开通账号', 'Open accounts by a list'],
            over: 'page',
            operation: peopleOperations.account,
            result: 'file',
            input: {
              sheet: longText('名单', 'List', {
                max: 20_000,
                help: [
                  '从表格复制三列粘贴：工号、账号、角色。账号留空用工号；多个角色用“、”隔开。开通后下载初始密码，只有这一次。',
                  'Paste three columns of a sheet: number, account, roles. The passwords are downloaded once.',
                ],
              }),
              roleIds: roles(['名单里没有写角色的人得到这些角色', 'Of those whose lines name none']),
            },
          },
        ],
        (context, { input }) => openAccounts(context, manyAsk(input)),
      ),
    },
    'POST /userManage/enable': act(
      employee,
      { name: 'enable', title: ['启用账号', 'Enable accounts'], over: 'rows', operation: operations.enable },
      (context, ask) => setAccountsEnabled(context, idsOf(ask.input['id'], ask.input['ids']), true),
    ),
    'POST /userManage/disable': act(
      employee,
      {
        name: 'disable',
        title: ['停用账号', 'Disable accounts'],
        over: 'rows',
        operation: operations.disable,
        confirm: ['停用后这 {n} 人立即退出登录，确定要停用吗？', '{n} people are signed out at once. Disable their accounts?'],
      },
      (context, ask) => setAccountsEnabled(context, idsOf(ask.input['id'], ask.input['ids']), false),
    ),
    'POST /userManage/systemAdmin': call(
      { demand: systemAdmin, summary: '设置系统管理员', fresh: true, input: O({ employeeId, on: Flag({ title: '系统管理员' }) }) },
      (context, ask) => setAccountFlag(context, ask.input.employeeId, 'is_system_admin', ask.input['on'] === true),
    ),
    'POST /userManage/installationAdmin': call(
      { demand: installation, summary: '设置安装管理员', fresh: true, input: O({ employeeId, on: Flag({ title: '安装管理员' }) }) },
      (context, ask) => setAccountFlag(context, ask.input.employeeId, 'is_installation_admin', ask.input['on'] === true),
    ),
    'POST /userManage/manager': call(
      { demand: systemAdmin, summary: '设置总经理', fresh: true, input: O({ employeeId, on: Flag({ title: '总经理' }) }) },
      (context, ask) => setAccountFlag(context, ask.input.employeeId, 'is_manager', ask.input['on'] === true),
    ),

    'POST /userManage/access': call(
      { demand: needs('employee', operations.view), summary: '员工的账号与授权', input: O({ employeeId }), write: false },
      (context, ask) => personAccess(context, ask.input.employeeId),
    ),
    'POST /userManage/empAddRole': call(
      {
        demand: needs('employee', peopleOperations.roles),
        summary: '设置员工的角色',
        fresh: true,
        right: ['设置员工的角色', 'Set the roles of employees'],
        input: O({ employeeId, roleIds: Any({ title: '角色' }) }),
      },
      (context, ask) => setRoles(context, ask.input.employeeId, roleIdsOf(ask.input['roleIds'])),
    ),
    'PUT /userManage/dataAclSetting': call(
      {
        demand: needs('employee', peopleOperations.dataAcl),
        summary: '设置员工的数据权限',
        right: ['设置员工的数据权限', 'Set the data access of employees'],
        input: aclInput(),
      },
      (context, ask) => setDataAcl(context, ask.input),
    ),
  }),
}

function aclInput() {
  return O({
    employeeId,
    dataScope: Optional(Integer({ title: '数据权限', minimum: 0, maximum: 3 })),
    namedDeptIds: Optional(ids('指定部门')),
    shopIds: Optional(ids('店铺')),
    warehouseIds: Optional(ids('仓库')),
    channelIds: Optional(ids('物流渠道')),
    shippingOrderIds: Optional(ids('物流单')),
  })
}

/** The specification sends them in the query string: comma-joined there, a list in a body. */
function roleIdsOf(given: unknown): string[] {
  const all = Array.isArray(given) ? given.map(asText) : asText(given ?? '').split(',')
  const parts = all.map(part => part.trim()).filter(part => part !== '')
  if (parts.length > 100 || parts.some(part => !/^[0-9]{1,18}$/.test(part)))
    throw refuse.invalid([{ field: 'roleIds', message: sentence`角色编号不正确，请重新选择` }])
  return parts
}
