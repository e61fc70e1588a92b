/** Ten codes, shown once. */
import { Alert, Typography } from 'antd'
import { t } from '../../i18n/t.ts'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="zg-factor-codes">
      <Alert
        type="warning"
        showIcon
        title={t('请保存恢复码，只显示这一次')}
        description={t('手机丢失时，每个恢复码可以代替一次验证码。请抄下或打印，不要和密码放在一起。')}
      />
      <Typography.Paragraph copyable={{ text: codes.join('\n') }}>
        <ul>
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </Typography.Paragraph>
    </div>
  )
}
