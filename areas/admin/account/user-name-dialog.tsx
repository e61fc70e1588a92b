/** Another name to sign in with. */
import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { ApiError } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useSaveOwn } from './own-data.tsx'

export function UserNameDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [form] = Form.useForm<{ userName: string }>()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = useSaveOwn()
  const change = async ({ userName }: { userName: string }): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    try {
      await save.userName(userName)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.msg)
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('修改账号')}
      width={420}
      okText={t('保存')}
      cancelText={t('取消')}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ userName: username }}
        onFinish={values => void change(values)}
      >
        <Form.Item
          name="userName"
          label={t('账号')}
          extra={t('3-100 个字母、数字或 . _ @ + -，不分大小写')}
          rules={[{ required: true, whitespace: true, message: t('请输入账号') }]}
        >
          <Input autoFocus autoComplete="username" maxLength={100} />
        </Form.Item>
        {refusal !== null && <Alert type="error" showIcon title={refusal} />}
      </Form>
    </Modal>
  )
}
