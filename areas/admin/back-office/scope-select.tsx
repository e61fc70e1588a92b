/** The choice of a data scope, each said in a sentence; with 指定部门 its departments beside it. */
import { Select } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { clearable } from '#platform/web/widgets/clearable.tsx'

/** Codes of the data scope (specification 1, section 3). */
const scopes = [
  { value: 0, label: () => t('本人'), means: () => t('自己负责的，和授权给自己的店铺、仓库、渠道') },
  { value: 1, label: () => t('本部及下级部门'), means: () => t('自己各部门及下级部门所有人的') },
  { value: 2, label: () => t('指定部门'), means: () => t('所选部门的人的，不含下级部门') },
  { value: 3, label: () => t('所有'), means: () => t('本组织所有人的') },
] as const
export const namedScope = 2

export const scopeTitle = (code: number): string => scopes.find(one => one.value === code)?.label() ?? String(code)

export interface ScopeChoice {
  readonly dataScope: number
  readonly namedDeptIds: readonly string[]
}

interface ScopeSelectProps {
  readonly id?: string
  readonly label: string
  readonly value?: ScopeChoice | null
  /** what stands where no scope is chosen; absent: one must be */
  readonly none?: string
  readonly disabled?: boolean
  readonly onChange?: (value: ScopeChoice | null) => void
}

export function ScopeSelect({ id, label, value = null, none, disabled = false, onChange }: ScopeSelectProps) {
  return (
    <span className="zg-office-row">
      <Select
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        className="zg-office-scope"
        popupMatchSelectWidth={false}
        disabled={disabled}
        value={value?.dataScope ?? null}
        allowClear={clearable(none !== undefined)}
        placeholder={none}
        options={scopes.map(one => ({ value: one.value, label: one.label(), means: one.means() }))}
        optionRender={option => (
          <span className="zg-option">
            <span>{option.label}</span>
            <small>{option.data.means}</small>
          </span>
        )}
        onChange={(next: number | null | undefined) =>
          onChange?.(
            next === null || next === undefined
              ? null
              : { dataScope: next, namedDeptIds: next === namedScope ? (value?.namedDeptIds ?? []) : [] },
          )
        }
      />
      {value?.dataScope === namedScope && (
        <ReferenceSelect
          aria-label={t('{title}的指定部门', { title: label })}
          className="zg-office-named"
          target="department"
          multiple
          disabled={disabled}
          status={value.namedDeptIds.length === 0 ? 'error' : ''}
          value={value.namedDeptIds}
          placeholder={t('选择部门')}
          onChange={ids => onChange?.({ ...value, namedDeptIds: ids })}
        />
      )}
    </span>
  )
}
