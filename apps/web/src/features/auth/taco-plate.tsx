/** Petals around the rim of the plate, in degrees. */
const petals = Array.from({ length: 24 }, (_, index) => index * 15)
const TACOS = [-1, 0, 1] as const

/** A drawing of three tacos on a talavera plate. */
export function TacoPlate({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 520 360" className={className}>
      <ellipse cx="260" cy="290" rx="250" ry="62" className="fill-sunk" />
      <ellipse cx="260" cy="268" rx="240" ry="66" className="fill-talavera" />
      <ellipse cx="260" cy="258" rx="240" ry="66" className="fill-white" />
      <g className="fill-none stroke-talavera">
        <ellipse cx="260" cy="258" rx="226" ry="60" strokeWidth="3" />
        <ellipse cx="260" cy="256" rx="168" ry="42" strokeWidth="3" />
      </g>
      {petals.map((angle) => (
        <circle
          key={angle}
          cx={260 + 197 * Math.cos((angle * Math.PI) / 180)}
          cy={257 + 51 * Math.sin((angle * Math.PI) / 180)}
          r={angle % 30 === 0 ? 8 : 4.5}
          className={angle % 30 === 0 ? 'fill-talavera' : 'fill-maiz'}
        />
      ))}
      {TACOS.map((place) => (
        <Taco key={place} place={place} />
      ))}
      <g transform="translate(398 218) rotate(-14)">
        <path d="M0 0a44 44 0 0 0 76 22Z" className="fill-cilantro" />
        <path d="M6 3a36 36 0 0 0 62 18Z" fill="#d9efb8" />
        <path d="M37 12 24 38M37 12l4 30M37 12l20 22" stroke="#8fbf5a" strokeWidth="3" />
      </g>
    </svg>
  )
}

/** One of the three tacos; they overlap. */
function Taco({ place }: { place: -1 | 0 | 1 }) {
  return (
    <g transform={`translate(${260 + place * 96} 246) rotate(${place * 9})`}>
      <path d="M-92 8A92 108 0 0 1 92 8Z" fill="#d98a2b" />
      <g transform="translate(0 -4)">
        {[-66, -40, -12, 16, 44, 68].map((x, index) => (
          <circle
            key={x}
            cx={x}
            cy={-52 + (x * x) / 78}
            r={22 - (index % 3) * 3}
            fill={index % 2 ? '#a5361f' : '#7a2a17'}
          />
        ))}
        {[-54, -26, 2, 30, 56].map((x, index) => (
          <path
            key={x}
            d={`M${x - 14} ${-66 + (x * x) / 66}q10 -16 20 -2q12 -10 14 8`}
            fill="none"
            strokeWidth="7"
            strokeLinecap="round"
            className={index % 2 ? 'stroke-white' : 'stroke-cilantro'}
          />
        ))}
      </g>
      <path d="M-97 20A97 68 0 0 1 97 20Z" className="fill-maiz" />
      {[-58, -30, 0, 26, 54].map((x, index) => (
        <circle key={x} cx={x} cy={8 - (index % 2) * 20} r={4.5} fill="#d9962a" />
      ))}
    </g>
  )
}
