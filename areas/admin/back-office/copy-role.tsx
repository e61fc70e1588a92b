/** A new role that begins with everything another one grants. */
import { Form, Input } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { useSaving } from './use-saving.tsx'

interface CopyRoleProps {
  readonly role: { readonly id: string; readonly name: string }
  readonly onClose: () => void
  readonly onDone: (id: string) => void
}

interface Values {
  readonly name: string
}

export function CopyRole({ role, onClose, onDone }: CopyRoleProps) {
  const [form] = Form.useForm<Values>()
  const saving = useSaving(form)
  const copy = ({ name }: Values): Promise<void> =>
    saving.save(
      () => api.write<{ id: string }>('/roleManagement/copy', { roleId: role.id, name: name.trim() }, { quiet: true }),
      ({ id }) => onDone(id),
    )
  return (
    <TabModal
      open
      title={t('复制角色“{name}”', { name: role.name })}
      okText={t('复制角色')}
      cancelText={t('取消')}
      confirmLoading={saving.busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ name: t('{name} 副本', { name: role.name }) }}
        onFinish={values => void copy(values)}
      >
        <Form.Item
          name="name"
          label={t('新角色名称')}
          extra={t('复制操作权限和数据权限，不复制成员')}
          rules={[{ required: true, whitespace: true, message: t('请填写名称') }]}
        >
          <Input maxLength={50} />
        </Form.Item>
      </Form>
    </TabModal>
  )
}
