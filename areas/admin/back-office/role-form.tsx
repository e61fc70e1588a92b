/** One role: its operations, scopes and people; what is changed is held against the present rights before it is saved. */
import { Alert, Button, Tabs } from 'antd'
import { useState, type ReactNode } from 'react'
import { ApiError, api, fieldErrors } from '#platform/web/api/client.ts'
import { codes } from '#platform/web/api/envelope.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import type { RoleAccess, RoleDifference } from '../answers.ts'
import { Difference } from './difference.tsx'
import { succeeded } from './succeeded.tsx'
import { saved, useRefreshBackOffice } from './back-office-page.tsx'
import {
  countOf,
  moreOf,
  noEdit,
  pairsOf,
  scopesOf,
  wishOf,
  withMore,
  withPairs,
  withPreset,
  withScope,
  type RoleEdit,
} from './role-edit.tsx'
import { MenuPreview } from './menu-preview.tsx'
import { PresetButton } from './preset-button.tsx'
import { RolePeople } from './role-people.tsx'
import { RoleScopes, scopeChanges, unnamedScope } from './role-scopes.tsx'
import { RoleSubjects } from './role-subjects.tsx'

interface RoleFormProps {
  readonly access: RoleAccess
  readonly mayGrant: boolean
  readonly edit: RoleEdit
  readonly onEdit: (edit: RoleEdit) => void
  /** buttons over the role itself */
  readonly tools: ReactNode
  /** the tab it opens with */
  readonly part: string
}

/** Comparing and saving. Somebody else who saved first leaves the changes standing, on top of what he saved. */
function useRoleSave({ access, edit, onEdit }: RoleFormProps) {
  const [difference, setDifference] = useState<RoleDifference | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isOvertaken, setOvertaken] = useState(false)
  const [busy, setBusy] = useState(false)
  // a template that is only looked at leaves the changes as they are
  const [asked, setAsked] = useState(edit)
  const refresh = useRefreshBackOffice()
  const close = (): void => {
    setDifference(null)
    setRefusal(null)
  }
  const refused = (error: ApiError): void => {
    if (error.code !== codes.conflict)
      return setRefusal(
        fieldErrors(error)
          .map(one => one.message)
          .join(t('；')) || error.msg,
      )
    close()
    setOvertaken(true)
    onEdit(asked)
    refresh()
  }
  return {
    asked,
    difference,
    refusal,
    isOvertaken,
    busy,
    close,
    async ask(next: RoleEdit): Promise<void> {
      const wish = wishOf(access, next)
      const unnamed = unnamedScope(access.modules, wish.scopes)
      if (unnamed !== null) return feedback.warning(t('数据权限“{title}”还没有选择指定部门', { title: unnamed }))
      setAsked(next)
      setBusy(true)
      await succeeded(api.post<RoleDifference>('/roleManagement/difference', wish).then(setDifference))
      setBusy(false)
    },
    async save(): Promise<void> {
      setBusy(true)
      setRefusal(null)
      try {
        await api.write('/roleManagement/savePermissions', wishOf(access, asked), { quiet: true })
        close()
        setOvertaken(false)
        onEdit(noEdit)
        saved()
        refresh()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refused(error)
      } finally {
        setBusy(false)
      }
    },
  }
}

interface HeadProps {
  readonly access: RoleAccess
  readonly count: number
  readonly tools: ReactNode
  /** null: may only look */
  readonly onSave: (() => void) | null
  readonly busy: boolean
}

function RoleHead({ access, count, tools, onSave, busy }: HeadProps) {
  return (
    <div className="zg-office-row zg-office-head">
      <strong className="zg-office-name">{access.roleName}</strong>
      <span className="zg-office-row">
        {count > 0 && <span className="zg-office-note">{t('{n} 处修改未保存', { n: count })}</span>}
        {tools}
        {onSave !== null && (
          <Button type="primary" disabled={count === 0 && access.gone.length === 0} loading={busy} onClick={onSave}>
            {t('核对并保存')}
          </Button>
        )}
      </span>
    </div>
  )
}

/** What has to be known before one goes on. */
function Notices({ access, overtaken }: { access: RoleAccess; overtaken: number }) {
  return (
    <>
      {overtaken > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('别人刚修改过这个角色，已载入最新权限；您的 {n} 处修改仍在，请再核对并保存。', { n: overtaken })}
        />
      )}
      {access.gone.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('有 {n} 项权限的菜单已不存在，不再起作用，保存后清除：{names}', {
            n: access.gone.length,
            names: access.gone.join(t('、')),
          })}
        />
      )}
    </>
  )
}

export function RoleForm(props: RoleFormProps) {
  const { access, mayGrant, edit, onEdit, tools } = props
  const saving = useRoleSave(props)
  const count = countOf(access, edit)
  const [part, setPart] = useState(props.part)
  const [isPreviewed, setPreviewed] = useState(false)
  const change = (next: RoleEdit): void => onEdit(countOf(access, next) === 0 ? noEdit : next)
  const operations = (
    <RoleSubjects
      modules={access.modules}
      pairs={pairsOf(access, edit)}
      more={moreOf(access, edit)}
      disabled={!mayGrant}
      onChange={pairs => change(withPairs(access, edit, pairs))}
      onMore={(menuId, isMore) => change(withMore(access, edit, menuId, isMore))}
    />
  )
  const scopes = (
    <RoleScopes
      modules={access.modules}
      scopes={scopesOf(access, edit)}
      disabled={!mayGrant}
      onChange={(permissionId, scope) => change(withScope(access, edit, permissionId, scope))}
    />
  )
  return (
    <>
      <RoleHead
        access={access}
        count={count}
        tools={
          <>
            {mayGrant && <PresetButton onChoose={preset => void saving.ask(withPreset(access, edit, preset))} />}
            <Button onClick={() => setPreviewed(true)}>{t('试看')}</Button>
            <Button onClick={() => setPart('people')}>{t('成员')}</Button>
            {tools}
          </>
        }
        busy={saving.busy && saving.difference === null}
        onSave={mayGrant ? () => void saving.ask(edit) : null}
      />
      <Notices access={access} overtaken={saving.isOvertaken ? count : 0} />
      {isPreviewed && <MenuPreview name={access.roleName} wish={wishOf(access, edit)} onClose={() => setPreviewed(false)} />}
      <Tabs
        activeKey={part}
        onChange={setPart}
        items={[
          { key: 'operations', label: t('操作权限'), children: operations },
          { key: 'scopes', label: t('数据权限'), children: scopes },
          { key: 'people', label: t('成员 {n}', { n: access.people.length }), children: <RolePeople people={access.people} /> },
        ]}
      />
      {saving.difference !== null && (
        <TabModal
          open
          title={t('保存 {name} 的权限', { name: access.roleName })}
          okText={t('确认保存')}
          cancelText={t('再改改')}
          confirmLoading={saving.busy}
          mask={{ closable: false }}
          onOk={() => void saving.save()}
          onCancel={saving.close}
        >
          {saving.refusal !== null && <Alert type="error" showIcon title={saving.refusal} />}
          <Difference difference={saving.difference} scopes={scopeChanges(access.modules, access.scopes, scopesOf(access, saving.asked))} />
        </TabModal>
      )}
    </>
  )
}
