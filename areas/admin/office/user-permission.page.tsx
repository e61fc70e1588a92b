/** 用户权限: what a person may do and how far he sees, why he sees or does not see a record, and the product as he sees it. */
import { CheckCircleOutlined, CloseCircleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Descriptions, Empty, Input, Select, Table, Tabs, Tag, Tooltip, type TableColumnType } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#platform/web/api/client.ts'
import { HistoryButton } from '#platform/web/history/history-button.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/list/reference-select.tsx'
import { leavesOf } from '#platform/web/shell/menu/routes.ts'
import { useShell } from '#platform/web/shell/shell-context.ts'
import type { EffectiveRights, PersonAccess, Why } from '../answers.ts'
import { done } from './done.tsx'
import { Asked, OfficePage, scopeOptions, useOffice } from './office.tsx'

export default function UserPermissionPage() {
  const [search, setSearch] = useSearchParams()
  const employeeId = search.get('employeeId')
  return (
    <OfficePage
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
          style={{ width: 320 }}
          target="employee"
          title={t('员工')}
          placeholder={t('按姓名查找')}
          value={employeeId}
          onChange={([id]) => setSearch(id === undefined ? {} : { employeeId: id }, { replace: true })}
        />
      </div>
      {employeeId === null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('选择员工，查看其有效权限和来源')} />
      ) : (
        <Person key={employeeId} employeeId={employeeId} />
      )}
    </OfficePage>
  )
}

/** The whole product as this person sees it: read-only, and recorded. */
function ViewAs({ employeeId }: { employeeId: string }) {
  const [busy, setBusy] = useState(false)
  const begin = async (): Promise<void> => {
    setBusy(true)
    if (await done(api.write('/userManage/viewAs', { employeeId }))) window.location.assign('/')
    else setBusy(false)
  }
  return (
    <Tooltip title={t('只能看不能改，开始和结束都有记录')}>
      <Button icon={<EyeOutlined />} loading={busy} onClick={() => void begin()}>
        {t('以此身份查看')}
      </Button>
    </Tooltip>
  )
}

function Person({ employeeId }: { employeeId: string }) {
  const access = useOffice<PersonAccess>('/userManage/access', { employeeId })
  return (
    <Asked of={access}>
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
                { key: 'scope', label: t('个人数据权限'), children: scopeOptions()[person.account.dataScope]?.label },
              ]}
            />
            <Tabs
              items={[
                { key: 'rights', label: t('有效权限'), children: <Rights employeeId={employeeId} /> },
                { key: 'why', label: t('为什么看得到或看不到'), children: <WhyForm employeeId={employeeId} /> },
              ]}
            />
          </>
        )
      }
    </Asked>
  )
}

type Line = EffectiveRights['permissions'][number]
const columns = (): TableColumnType<Line>[] => [
  { key: 'place', title: t('位置'), dataIndex: 'place', width: 190, ellipsis: true },
  { key: 'title', title: t('权限'), dataIndex: 'title', width: 140, ellipsis: true },
  {
    key: 'operations',
    title: t('操作（来自角色）'),
    render: (_value, line) =>
      line.operations.map(one => (
        <Tooltip key={one.operation} title={one.roleNames.join(t('、')) || t('系统管理员')}>
          <Tag>{one.title}</Tag>
        </Tooltip>
      )),
  },
  {
    key: 'scope',
    title: t('数据权限'),
    dataIndex: 'scope',
    width: 240,
    ellipsis: true,
    render: (scope: string | null) => scope ?? t('本组织'),
  },
]

function Rights({ employeeId }: { employeeId: string }) {
  const rights = useOffice<EffectiveRights>('/userManage/permissions', { employeeId })
  return (
    <Asked of={rights}>
      {({ isSystemAdmin, permissions, shops, employees }) => (
        <>
          <p className="zg-office-note">
            {isSystemAdmin
              ? t('系统管理员有所有权限。')
              : t('可见员工 {people}；可见店铺 {n} 个：{shops}', {
                  people: employees === null ? t('所有') : t('{n} 人', { n: employees }),
                  n: shops.length,
                  shops: shops.slice(0, 10).join(t('、')) || '—',
                })}
          </p>
          <Table<Line>
            rowKey="permissionId"
            size="small"
            columns={columns()}
            dataSource={[...permissions]}
            pagination={false}
            scroll={{ x: 860, y: window.innerHeight - 400 }}
            locale={{ emptyText: t('没有任何操作权限') }}
          />
        </>
      )}
    </Asked>
  )
}

const listPrefix = 'list/'

/** Lists of the asker's own menus: an administrator has them all. */
function useLists(): { value: string; label: string }[] {
  const { profile } = useShell()
  const lists = profile.modules.flatMap(module =>
    leavesOf(module.menus).flatMap(menu =>
      menu.component?.startsWith(listPrefix) ? [{ value: menu.component.slice(listPrefix.length), label: menu.meta.title }] : [],
    ),
  )
  return [...new Map(lists.map(one => [one.value, one])).values()]
}

function WhyForm({ employeeId }: { employeeId: string }) {
  const lists = useLists()
  const [type, setType] = useState<string | null>(null)
  const [recordId, setRecordId] = useState('')
  const [asked, setAsked] = useState<object | null>(null)
  const why = useOffice<Why>('/userManage/explain', asked)
  return (
    <>
      <div className="zg-office-row">
        <Select
          aria-label={t('列表')}
          style={{ width: 220 }}
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
            style={{ width: 240 }}
            target={type}
            placeholder={t('选择记录，可不选')}
            value={recordId}
            onChange={([id]) => setRecordId(id ?? '')}
          />
        )}
        <Input
          aria-label={t('记录编号')}
          style={{ width: 200 }}
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
      {asked !== null && <Asked of={why}>{answer => <Steps why={answer} />}</Asked>}
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
            {step.passed ? <CheckCircleOutlined aria-label={t('通过')} /> : <CloseCircleOutlined aria-label={t('不通过')} />}
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
