/** 用户权限: what a person may do and how far he sees, why he sees or does not see a record, and the product as he sees it. */
import { CheckCircleOutlined, CloseCircleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Descriptions, Empty, Input, Select, Table, Tabs, Tooltip, type TableColumnType } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#platform/web/api/client.ts'
import { HistoryButton } from '#platform/web/history/history-button.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { pagesIn } from '#platform/web/page/routes.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { EffectiveRights, PersonAccess, Why } from '../answers.ts'
import { succeeded } from './succeeded.tsx'
import { matchesText } from './matches-text.tsx'
import { QueryResult, BackOfficePage, useBackOffice } from './back-office-page.tsx'
import { scopeTitle } from './scope-select.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'
import { storeReturnAddress } from './return-address.tsx'

/** The record from which one came. */
interface About {
  readonly type: string
  readonly recordId: string
}
function aboutIn(search: URLSearchParams): About | null {
  const [type, recordId] = [search.get('type'), search.get('recordId')]
  return type === null || recordId === null ? null : { type, recordId }
}

function withEmployee(search: URLSearchParams, id: string | undefined): URLSearchParams {
  const next = new URLSearchParams(search)
  if (id === undefined) next.delete('employeeId')
  else next.set('employeeId', id)
  return next
}

export default function UserPermissionPage() {
  const [search, setSearch] = useSearchParams()
  const employeeId = search.get('employeeId')
  const about = aboutIn(search)
  return (
    <BackOfficePage
      tools={
        employeeId !== null && (
          <>
            <HistoryButton type="employee" id={employeeId} />
            <ViewAs employeeId={employeeId} />
          </>
        )
      }
    >
      <div className="zg-office-row">
        <ReferenceSelect
          aria-label={t('员工')}
          className="zg-office-find"
          target="employee"
          title={t('员工')}
          placeholder={t('按姓名查找')}
          value={employeeId}
          onChange={([id]) => setSearch(withEmployee(search, id), { replace: true })}
        />
      </div>
      {employeeId === null ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={search.has('recordId') ? t('选择员工，说明其为什么看得到或看不到这条记录') : t('选择员工，查看其有效权限和来源')}
        />
      ) : (
        <Person key={`${employeeId} ${about?.recordId ?? ''}`} employeeId={employeeId} about={about} />
      )}
    </BackOfficePage>
  )
}

/** The whole product as this person sees it: read-only, and recorded. */
function ViewAs({ employeeId }: { employeeId: string }) {
  const [busy, setBusy] = useState(false)
  const begin = async (): Promise<void> => {
    setBusy(true)
    if (await succeeded(api.write('/userManage/viewAs', { employeeId }))) {
      storeReturnAddress()
      window.location.assign('/')
    } else setBusy(false)
  }
  return (
    <Tooltip title={t('只能看不能改，开始和结束都有记录')}>
      <Button icon={<EyeOutlined aria-hidden />} loading={busy} onClick={() => void begin()}>
        {t('以此身份查看')}
      </Button>
    </Tooltip>
  )
}

function Person({ employeeId, about }: { employeeId: string; about: About | null }) {
  const access = useBackOffice<PersonAccess>('/userManage/access', { employeeId })
  return (
    <QueryResult of={access}>
      {person =>
        person.account === null ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('{name} 还没有账号，没有任何权限', { name: person.name })} />
        ) : (
          <>
            <Descriptions
              size="small"
              column={{ xs: 1, md: 3 }}
              items={[
                { key: 'account', label: t('账号'), children: person.account.username },
                { key: 'dept', label: t('部门'), children: person.deptName ?? '—' },
                { key: 'roles', label: t('角色'), children: person.roles.map(role => role.name).join(t('、')) || '—' },
                { key: 'scope', label: t('个人数据权限'), children: scopeTitle(person.account.dataScope) },
              ]}
            />
            <Tabs
              defaultActiveKey={about === null ? 'rights' : 'why'}
              items={[
                { key: 'rights', label: t('有效权限'), children: <Rights employeeId={employeeId} /> },
                { key: 'why', label: t('为什么看得到或看不到'), children: <WhyForm employeeId={employeeId} about={about} /> },
              ]}
            />
          </>
        )
      }
    </QueryResult>
  )
}

type Line = EffectiveRights['permissions'][number]

/** Operations gathered by the roles they come from, as one reads them: 查看、编辑（财务）. */
function gathered({ operations }: Line): { readonly roles: string; readonly titles: string }[] {
  const byRoles = Map.groupBy(operations, one => one.roleNames.join(t('、')))
  return [...byRoles].map(([roles, of]) => ({ roles, titles: of.map(one => one.title).join(t('、')) }))
}

const columns = (): TableColumnType<Line>[] => [
  {
    key: 'title',
    title: t('权限'),
    width: 190,
    render: (_value, line) => (
      <>
        {line.title}
        <div className="zg-office-note">{line.place}</div>
      </>
    ),
  },
  {
    key: 'operations',
    title: t('操作（来自角色）'),
    render: (_value, line) =>
      gathered(line).map(one => (
        <div key={one.roles}>
          {one.titles} <span className="zg-office-note">{one.roles === '' ? t('系统管理员') : one.roles}</span>
        </div>
      )),
  },
  { key: 'scope', title: t('数据权限'), width: 260, render: (_value, line) => line.scope ?? t('本组织') },
]

function Rights({ employeeId }: { employeeId: string }) {
  const rights = useBackOffice<EffectiveRights>('/userManage/permissions', { employeeId })
  const [typed, setTyped] = useState('')
  return (
    <QueryResult of={rights}>
      {({ isSystemAdmin, permissions, shops, employees }) => (
        <>
          <p className="zg-office-note">
            {isSystemAdmin
              ? t('系统管理员有所有权限。')
              : t('可见员工 {people}；可见店铺 {n} 个：{shops}', {
                  people: employees === null ? t('所有') : t('{n} 人', { n: employees }),
                  n: shops.length,
                  shops: shops.length === 0 ? '—' : shops.slice(0, 10).join(t('、')) + (shops.length > 10 ? t('等') : ''),
                })}
          </p>
          <Input.Search
            allowClear={clearableText()}
            className="zg-office-find"
            aria-label={t('搜索权限或操作')}
            placeholder={t('搜索权限或操作')}
            onChange={event => setTyped(event.target.value.trim())}
          />
          <Table<Line>
            rowKey="permissionId"
            size="small"
            columns={columns()}
            dataSource={permissions.filter(line =>
              matchesText(`${line.place} ${line.title} ${line.operations.map(one => one.title).join(' ')}`, typed),
            )}
            pagination={false}
            scroll={{ x: 640 }}
            locale={{ emptyText: typed === '' ? t('没有任何操作权限') : t('没有匹配的权限') }}
          />
        </>
      )}
    </QueryResult>
  )
}

const listPrefix = 'list/'

/** Lists of the asker's own menus: an administrator has them all. */
function useLists(): { value: string; label: string }[] {
  const { profile } = useShell()
  const lists = profile.modules.flatMap(module =>
    pagesIn(module.menus).flatMap(menu =>
      menu.component?.startsWith(listPrefix) ? [{ value: menu.component.slice(listPrefix.length), label: menu.meta.title }] : [],
    ),
  )
  return [...new Map(lists.map(one => [one.value, one])).values()]
}

function WhyForm({ employeeId, about }: { employeeId: string; about: About | null }) {
  const lists = useLists()
  const [type, setType] = useState<string | null>(about?.type ?? null)
  const [recordId, setRecordId] = useState(about?.recordId ?? '')
  // who comes from a record has asked already
  const [asked, setAsked] = useState<object | null>(about === null ? null : { employeeId, ...about })
  const why = useBackOffice<Why>('/userManage/explain', asked)
  return (
    <>
      <div className="zg-office-row">
        <Select
          aria-label={t('列表')}
          className="zg-office-find"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('选择列表')}
          options={lists}
          value={type}
          onChange={next => {
            setType(next)
            setRecordId('')
          }}
        />
        {type !== null && (
          <ReferenceSelect
            key={type}
            aria-label={t('记录')}
            className="zg-office-find"
            target={type}
            placeholder={t('选择记录，可不选')}
            value={recordId}
            onChange={([id]) => setRecordId(id ?? '')}
          />
        )}
        <Input
          aria-label={t('记录编号')}
          className="zg-office-find"
          placeholder={t('或填记录编号')}
          value={recordId}
          onChange={event => setRecordId(event.target.value.trim())}
        />
        <Button
          type="primary"
          disabled={type === null}
          onClick={() => setAsked({ employeeId, type, ...(recordId === '' ? {} : { recordId }) })}
        >
          {t('说明原因')}
        </Button>
      </div>
      {asked !== null && <QueryResult of={why}>{answer => <Steps why={answer} />}</QueryResult>}
    </>
  )
}

function Steps({ why }: { why: Why }) {
  return (
    <div aria-live="polite" style={{ marginTop: 12 }}>
      <p>
        <strong>{why.visible ? t('看得到') : t('看不到')}</strong>
      </p>
      <ul className="zg-why">
        {why.steps.map(step => (
          <li key={step.title} className={step.passed ? 'zg-why-passed' : 'zg-why-stopped'}>
            {step.passed ? <CheckCircleOutlined aria-label={t('已满足')} /> : <CloseCircleOutlined aria-label={t('不满足')} />}
            <span>
              <strong>{step.title}</strong>
              <br />
              {step.detail}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
