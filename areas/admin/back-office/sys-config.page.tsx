/** 系统设置 of the whole installation. */
import { Button, Form, InputNumber, Switch } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { DatePicker } from '#platform/web/widgets/date-pickers.tsx'
import { useUnsaved } from '#platform/web/form/unsaved.ts'
import type { SysConfig } from '../answers.ts'
import { QueryResult, BackOfficePage, saved, useRefreshBackOffice } from './back-office-page.tsx'
import { useFollowing } from './use-following.tsx'
import { useSaving } from './use-saving.tsx'

export default function SysConfigPage() {
  const config = useQuery({
    queryKey: ['office', 'sysConfig'],
    queryFn: ({ signal }) => api.get<SysConfig>('/sysConfigSetting/sysConfig/1', undefined, { signal, quiet: true }),
  })
  return (
    <BackOfficePage>
      <QueryResult of={config}>{data => <ConfigForm config={data} />}</QueryResult>
    </BackOfficePage>
  )
}

type Values = Pick<SysConfig, 'registrationOpen' | 'perAddressLimit' | 'adminFactorFrom' | 'companyOnly'>

/** Other administrators see what holds for them too. */
function ConfigForm({ config }: { config: SysConfig }) {
  const mayChange = useShell().profile.isInstallationAdmin === true
  const [form] = Form.useForm<Values>()
  const saving = useSaving(form)
  const [isDirty, setDirty] = useState(false)
  const refresh = useRefreshBackOffice()
  useUnsaved(isDirty)
  const forget = useFollowing(form, {
    registrationOpen: config.registrationOpen,
    perAddressLimit: config.perAddressLimit,
    adminFactorFrom: config.adminFactorFrom,
    companyOnly: config.companyOnly,
  })
  const save = (values: Values): Promise<void> =>
    saving.save(
      () => api.put('/sysConfigSetting/sysConfig', { ...values, version: config.version }, { quiet: true }),
      () => {
        forget()
        setDirty(false)
        saved()
        refresh()
      },
      refresh,
    )
  return (
    <Form<Values>
      form={form}
      className="zg-office-form"
      layout="vertical"
      requiredMark={false}
      disabled={!mayChange}
      initialValues={config}
      onValuesChange={() => setDirty(true)}
      onFinish={values => void save(values)}
    >
      <Form.Item
        name="registrationOpen"
        label={t('开放注册')}
        valuePropName="checked"
        extra={t('关闭后登录页不再提供注册；注册的账号没有权限，由管理员分配')}
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="perAddressLimit"
        label={t('同一地址锁定账号数')}
        extra={t('15 分钟内同一网络地址登录失败的账号达到此数，锁定该地址 15 分钟；多人共用出口的办公室可调大')}
        rules={[{ required: true, message: t('请填写数量') }]}
      >
        <InputNumber controls={false} min={3} max={10_000} precision={0} />
      </Form.Item>
      <SignInSettings />
      {mayChange ? (
        <Button type="primary" htmlType="submit" loading={saving.busy} disabled={!isDirty}>
          {t('保存')}
        </Button>
      ) : (
        <p className="zg-office-note">{t('这些设置对所有组织生效，由安装管理员修改。')}</p>
      )}
    </Form>
  )
}

/** How people sign in, beside their password. */
function SignInSettings() {
  return (
    <>
      <Form.Item
        name="companyOnly"
        label={t('仅限企业登录')}
        valuePropName="checked"
        extra={t('开启后只有添加了通行密钥的系统管理员能不经企业登录进入，这样的管理员至少要有两位；须先用企业登录进入才能开启')}
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="adminFactorFrom"
        label={t('系统管理员要求第二步验证自')}
        extra={t('从这一天起，系统管理员登录时须用验证器或通行密钥，没有的在登录时设置；不填不要求。角色的要求在角色上填写')}
        getValueProps={(day: string | null | undefined) => ({ value: day === null || day === undefined ? null : dayjs(day) })}
        normalize={(day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? null}
      >
        <DatePicker />
      </Form.Item>
    </>
  )
}
