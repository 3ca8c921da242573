allways help generate && allways generate --help
