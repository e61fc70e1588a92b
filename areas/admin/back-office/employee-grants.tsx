/** Further departments and roles of one employee: several records chosen, saved by themselves. */
import { Button, Form } from 'antd'
import { useEffect } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import type { PersonAccess } from '../answers.ts'
import { useSaving } from './use-saving.tsx'

export interface GrantPartProps {
  readonly person: PersonAccess
  readonly disabled: boolean
  readonly onChanged: () => void
  /** something is chosen and not saved yet */
  readonly onEdited: (isEdited: boolean) => void
}

interface ChosenProps extends Omit<GrantPartProps, 'person'> {
  readonly title: string
  readonly target: string
  readonly placeholder: string
  readonly before: readonly string[]
  /** field of the call, so that its refusal finds the control */
  readonly field: string
  readonly save: (ids: readonly string[]) => Promise<unknown>
}

function Chosen({ title, target, placeholder, before, field, save, disabled, onChanged, onEdited }: ChosenProps) {
  const [form] = Form.useForm<Record<string, readonly string[]>>()
  const saving = useSaving(form)
  const ids = Form.useWatch(field, form) ?? before
  const isEdited = [...ids].toSorted().join() !== [...before].toSorted().join()
  useEffect(() => onEdited(isEdited), [isEdited, onEdited])
  return (
    <Form
      form={form}
      className="zg-office-chosen"
      initialValues={{ [field]: before }}
      onFinish={values => void saving.save(() => save(values[field] ?? []), onChanged)}
    >
      <Form.Item name={field}>
        <ReferenceSelect aria-label={title} target={target} multiple maxTagCount={8} disabled={disabled} placeholder={placeholder} />
      </Form.Item>
      {!disabled && (
        <Button htmlType="submit" type={isEdited ? 'primary' : 'default'} disabled={!isEdited} loading={saving.busy}>
          {t('保存')}
        </Button>
      )}
    </Form>
  )
}

export function OtherDepartments({ person, ...rest }: GrantPartProps) {
  return (
    <Chosen
      title={t('兼任部门')}
      target="department"
      placeholder={t('没有兼任部门')}
      before={person.otherDeptIds}
      field="otherDeptIds"
      save={otherDeptIds => api.write('/userManage/otherDepartments', { employeeId: person.employeeId, otherDeptIds }, { quiet: true })}
      {...rest}
    />
  )
}

export function Roles({ person, ...rest }: GrantPartProps) {
  return (
    <Chosen
      title={t('角色')}
      target="role"
      placeholder={t('没有角色，只能使用不需要权限的页面')}
      before={person.roles.map(role => role.id)}
      field="roleIds"
      save={roleIds => api.write('/userManage/empAddRole', { employeeId: person.employeeId, roleIds }, { quiet: true })}
      {...rest}
    />
  )
}
