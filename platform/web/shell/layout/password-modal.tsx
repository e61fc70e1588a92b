/** Changing one's own password from the avatar menu. */
import { Form, Modal } from 'antd'
import { t } from '../../i18n/t.ts'
import { PasswordForm, usePasswordChange, type Passwords } from '../account/password-form.tsx'

export default function PasswordModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<Passwords>()
  const { refusal, busy, change } = usePasswordChange()
  return (
    <Modal
      open={open}
      title={t('修改密码')}
      width={420}
      okText={t('修改密码')}
      cancelText={t('取消')}
      confirmLoading={busy}
      destroyOnHidden
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <PasswordForm form={form} refusal={refusal} onChange={change} autoFocus />
    </Modal>
  )
}
