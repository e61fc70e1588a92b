/** A new role: its name, the template it begins with, and who has it at once. */
import { Form, Input, Radio } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { usePresets } from './preset-button.tsx'
import { useSaving } from './use-saving.tsx'

interface Values {
  readonly name: string
  readonly presetId: string
  readonly employeeIds?: readonly string[]
}
interface NewRoleProps {
  readonly onClose: () => void
  readonly onDone: (id: string) => void
}

export function NewRole({ onClose, onDone }: NewRoleProps) {
  const [form] = Form.useForm<Values>()
  const saving = useSaving(form)
  const presets = usePresets()
  const begin = ({ name, presetId, employeeIds = [] }: Values): Promise<void> =>
    saving.save(
      () =>
        api.write<{ id: string }>(
          '/roleManagement/begin',
          { name: name.trim(), employeeIds, ...(presetId === '' ? {} : { presetId }) },
          { quiet: true },
        ),
      ({ id }) => onDone(id),
    )
  return (
    <TabModal
      open
      title={t('新增角色')}
      okText={t('新增角色')}
      cancelText={t('取消')}
      confirmLoading={saving.busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" initialValues={{ presetId: '' }} onFinish={values => void begin(values)}>
        <Form.Item name="name" label={t('角色名称')} rules={[{ required: true, whitespace: true, message: t('请填写名称') }]}>
          <Input autoFocus maxLength={50} />
        </Form.Item>
        <Form.Item name="presetId" label={t('模板')} extra={t('角色从模板的权限和菜单开始，之后可以再改')}>
          <Radio.Group
            optionType="button"
            options={[{ value: '', label: t('空白') }, ...presets.map(one => ({ value: one.presetId, label: one.title }))]}
          />
        </Form.Item>
        <Form.Item name="employeeIds" label={t('成员')} extra={t('有账号的员工，可不选')}>
          <ReferenceSelect target="employee" multiple maxTagCount={3} placeholder={t('按姓名查找')} />
        </Form.Item>
      </Form>
    </TabModal>
  )
}
