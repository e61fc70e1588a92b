/** A new API key: what it may, where, from where and until when; its text is shown once. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, InputNumber, Select, TreeSelect, Typography } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
import { useSaving } from '../back-office/use-saving.tsx'

export interface ScopeModule {
  readonly title: string
  readonly permissions: readonly {
    readonly permissionId: string
    readonly title: string
    readonly operations: readonly { readonly scope: string; readonly title: string }[]
  }[]
}
/** Rights that a key may be given: of oneself, or of a technical account. */
export const useScopes = (technicalId?: string, isAsked = true) =>
  useQuery({
    queryKey: ['keyScopes', technicalId],
    queryFn: ({ signal }) =>
      api.post<{ modules: ScopeModule[] }>('/apiKey/scopes', technicalId === undefined ? {} : { technicalId }, { signal }),
    enabled: isAsked,
  })

const treeOf = (modules: readonly ScopeModule[]) =>
  modules.map((module, at) => ({
    title: module.title,
    value: `module ${at}`,
    children: module.permissions.map(({ permissionId, title, operations }) => ({
      title,
      value: `permission ${permissionId}`,
      children: operations.map(one => ({ title: `${title} · ${one.title}`, value: one.scope })),
    })),
  }))

interface Values {
  readonly name: string
  readonly technicalId?: readonly string[] | string
  readonly scopes: readonly string[]
  readonly shopIds?: readonly string[]
  readonly addresses?: readonly string[]
  readonly perMinute: number
  readonly endsOn: Dayjs
}
interface KeyDialogProps {
  /** the key is of a technical account, which is chosen; else one's own */
  readonly isTechnical?: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

export function KeyDialog({ isTechnical = false, onClose, onDone }: KeyDialogProps) {
  const [form] = Form.useForm<Values>()
  const saving = useSaving(form)
  const [made, setMade] = useState<string | null>(null)
  const technicalId = [Form.useWatch('technicalId', form) ?? []].flat()[0]
  const scopes = useScopes(technicalId, !isTechnical || technicalId !== undefined)
  const make = (values: Values): Promise<void> =>
    saving.save(
      () =>
        api.write<{ key: string }>(
          isTechnical ? '/apiKey/insert' : '/apiKey/ownInsert',
          { ...values, ...(isTechnical ? { technicalId } : {}), name: values.name.trim(), endsOn: values.endsOn.format('YYYY-MM-DD') },
          { quiet: true },
        ),
      ({ key }) => setMade(key),
    )
  if (made !== null) return <Made text={made} onClose={onDone} />
  return (
    <TabModal
      open
      title={t('生成密钥')}
      okText={t('生成密钥')}
      cancelText={t('取消')}
      confirmLoading={saving.busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ perMinute: 600, endsOn: dayjs().add(3, 'month') }}
        onFinish={values => void make(values)}
      >
        <Fields isTechnical={isTechnical} modules={scopes.data?.modules ?? []} isAsking={scopes.isFetching} />
      </Form>
    </TabModal>
  )
}

function Made({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <TabModal open title={t('密钥已生成')} cancelText={t('关闭')} okButtonProps={{ hidden: true }} onCancel={onClose}>
      <Alert
        type="success"
        title={t('密钥只显示这一次，请现在复制')}
        description={
          <Typography.Text code copyable>
            {text}
          </Typography.Text>
        }
      />
      <p>{t('放在请求头 Authorization: Bearer 之后使用，不要写进网址或代码库。')}</p>
    </TabModal>
  )
}

interface FieldsProps {
  readonly isTechnical: boolean
  readonly modules: readonly ScopeModule[]
  readonly isAsking: boolean
}
const needed = { required: true, message: t('请填写这一项') }
const Fields = ({ isTechnical, modules, isAsking }: FieldsProps) => (
  <>
    <Form.Item name="name" label={t('名称')} rules={[{ required: true, whitespace: true, message: t('请填写名称') }]}>
      <Input autoFocus maxLength={40} placeholder={t('哪个系统用它')} />
    </Form.Item>
    {isTechnical && (
      <Form.Item name="technicalId" label={t('技术账号')} rules={[needed]}>
        <ReferenceSelect target="technicalAccount" />
      </Form.Item>
    )}
    <Form.Item name="scopes" label={t('权限')} rules={[needed]}>
      <TreeSelect
        multiple
        treeCheckable
        maxTagCount={4}
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeData={treeOf(modules)}
        loading={isAsking}
        // what is typed before they are there would find them folded
        disabled={modules.length === 0}
        placeholder={t('只选这个系统用得到的')}
      />
    </Form.Item>
    <Form.Item name="shopIds" label={t('限定店铺')} extra={t('不选：账号的全部店铺')}>
      <ReferenceSelect target="shop" multiple maxTagCount={3} />
    </Form.Item>
    <Form.Item name="addresses" label={t('允许的地址')} extra={t('如 203.0.113.0/24；不填：任何地址')}>
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', '，']} />
    </Form.Item>
    <Form.Item name="perMinute" label={t('每分钟调用次数')} rules={[needed]}>
      <InputNumber controls={false} min={1} max={3_000} />
    </Form.Item>
    <Form.Item name="endsOn" label={t('有效期至')} rules={[needed]}>
      <DatePicker />
    </Form.Item>
  </>
)
