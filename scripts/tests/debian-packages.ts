import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Programs and modules that tests need, and the Debian packages that contain them. */
const required = [
  { program: '/usr/bin/chromium', package: 'chromium' },
  { program: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' },
  { program: '/usr/bin/sipp', package: 'sip-tester' },
  { program: '/usr/bin/baresip', package: 'baresip' },
  { program: '/usr/bin/linphonec', package: 'linphone-cli' },
  { program: '/usr/bin/tshark', package: 'tshark' },
  { program: '/usr/bin/pulseaudio', package: 'pulseaudio' },
  { program: '/usr/bin/parec', package: 'pulseaudio-utils' },
  { program: '/usr/sbin/nginx', package: 'nginx-light' },
  { program: '/usr/lib/nginx/modules/ngx_stream_module.so', package: 'libnginx-mod-stream' },
  { program: '/usr/bin/lame', package: 'lame' },
  { program: '/usr/bin/openssl', package: 'openssl' },
  { program: '/usr/sbin/pgbouncer', package: 'pgbouncer' },
  { program: '/usr/bin/memcached', package: 'memcached' },
  { program: '/usr/bin/swift-account-server', package: 'swift-account' },
  { program: '/usr/bin/swift-container-server', package: 'swift-container' },
  { program: '/usr/bin/swift-object-server', package: 'swift-object' },
  { program: '/usr/bin/swift-proxy-server', package: 'swift-proxy' },
  { program: '/usr/bin/redis-server', package: 'redis-server' },
  { program: '/usr/lib/postgresql/15/bin/postgres', package: 'postgresql-15' },
] as const

/** Installs missing packages as root on Debian. Returns those that are missing afterwards. */
export function installDebianPackages(): string[] {
  const missing = findMissing()
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return missing

  console.log(`Installing from Debian: ${missing.join(', ')}`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env: environment })
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  })
  return findMissing()
}

function findMissing(): string[] {
  return required.filter(({ program }) => !existsSync(program)).map((each) => each.package)
}
