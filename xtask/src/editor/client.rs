//! A language server as a child process: rust-analyzer, spoken to in JSON over its standard streams.
//!
//! Every wait has a limit. The child ends with the [`Server`].

use crate::workspace::Result;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long loading and indexing a crate may take, and how long one answer.
const LOADING: Duration = Duration::from_secs(240);
const ANSWERING: Duration = Duration::from_secs(60);
/// What a server answers to a question about a text that has changed meanwhile.
const CONTENT_MODIFIED: i64 = -32801;

pub struct Server {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    requests: i64,
    /// The last status that the server announced.
    status: Value,
    /// The document, and its version.
    uri: String,
    version: i64,
    log: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts the server; what it says on standard error goes to the file `log`.
    pub fn start(command: &mut Command, folder: &Path, log: &Path) -> Result<Self> {
        let errors = fs::File::create(log).map_err(|e| format!("{}: {e}", log.display()))?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        let mut child = command.spawn().map_err(|e| format!("rust-analyzer could not be started: {e}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("rust-analyzer has no standard streams".into());
        };
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(message)) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let (status, log) = (Value::Null, log.display().to_string());
        let mut server =
            Self { child, input, messages, requests: 0, status, uri: String::new(), version: 0, log };
        let initialize = json!({
            "processId": std::process::id(),
            "rootUri": uri(folder),
            "capabilities": {
                "experimental": { "serverStatusNotification": true },
                "textDocument": {
                    "completion": { "completionItem": {} },
                    "diagnostic": {},
                    "hover": { "contentFormat": ["markdown"] },
                },
            },
            // rustc has checked the crate. With the wrapper rust-analyzer would build the macros once more.
            "initializationOptions": {
                "checkOnSave": false,
                "cargo": { "buildScripts": { "useRustcWrapper": false } },
            },
        });
        server.request("initialize", &initialize)?;
        server.notify("initialized", &json!({}))?;
        Ok(server)
    }

    /// Opens the document that all questions are about.
    pub fn open(&mut self, path: &Path, text: &str) -> Result<()> {
        self.uri = uri(path);
        let document =
            json!({ "uri": self.uri, "languageId": "rust", "version": self.version, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }))
    }

    /// The document's address, as the server gives it too.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Gives the document another text.
    pub fn change(&mut self, text: &str) -> Result<()> {
        self.version += 1;
        let document = json!({ "uri": self.uri, "version": self.version });
        let changes = json!([{ "text": text }]);
        self.notify("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": changes }))
    }

    /// Waits until the server has loaded the crate and has nothing left to do. A server that complains, of the
    /// sources of std for example, would give wrong answers.
    pub fn settle(&mut self) -> Result<()> {
        let limit = Instant::now() + LOADING;
        while self.status["quiescent"] != true {
            self.receive(limit, "loading the crate")?;
        }
        match self.status["health"].as_str() {
            Some("ok") => Ok(()),
            _ => Err(format!("rust-analyzer could not load the crate well: {}", self.status["message"])),
        }
    }

    /// Asks about a position of the document.
    pub fn at(&mut self, method: &str, position: &Value) -> Result<Value> {
        self.request(method, &json!({ "textDocument": { "uri": self.uri }, "position": position }))
    }

    /// The errors in the document, each as `line:column: message`, counted from 1.
    pub fn errors(&mut self) -> Result<Vec<String>> {
        let answer =
            self.request("textDocument/diagnostic", &json!({ "textDocument": { "uri": self.uri } }))?;
        let items = answer["items"].as_array().ok_or_else(|| format!("no diagnostics, but {answer}"))?;
        let errors = items.iter().filter(|item| item["severity"] == 1);
        let spelled = |error: &Value| {
            let place = |key: &str| error["range"]["start"][key].as_u64().unwrap_or_default() + 1;
            format!(
                "{}:{}: {}",
                place("line"),
                place("character"),
                error["message"].as_str().unwrap_or_default()
            )
        };
        Ok(errors.map(spelled).collect())
    }

    /// Asks and waits for the answer; once more if the server was still busy with a change.
    pub fn request(&mut self, method: &str, params: &Value) -> Result<Value> {
        let limit = Instant::now() + ANSWERING;
        loop {
            self.requests += 1;
            let id = self.requests;
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
            let mut answer = loop {
                let message = self.receive(limit, method)?;
                if message["id"] == id && message.get("method").is_none() {
                    break message;
                }
            };
            match answer.get("error") {
                None => return Ok(answer["result"].take()),
                Some(error) if error["code"] == CONTENT_MODIFIED => {}
                Some(error) => return Err(format!("rust-analyzer answers {method} with {error}")),
            }
        }
    }

    fn notify(&mut self, method: &str, params: &Value) -> Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let sent = self.input.write_all(framed(message).as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|e| format!("rust-analyzer takes no more messages: {e}; its log is {}", self.log))
    }

    /// The next message. A status is remembered, and what the server asks is answered with nothing.
    fn receive(&mut self, limit: Instant, doing: &str) -> Result<Value> {
        let left = limit.saturating_duration_since(Instant::now());
        let message = self.messages.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                format!("rust-analyzer takes too long ({doing}); its log is {}", self.log)
            }
            RecvTimeoutError::Disconnected => {
                format!("rust-analyzer ended ({doing}); its log is {}", self.log)
            }
        })?;
        if message["method"] == "experimental/serverStatus" {
            self.status = message["params"].clone();
        }
        if let (Some(id), Some(_)) = (message.get("id"), message.get("method")) {
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null }))?;
        }
        Ok(message)
    }
}

/// A message with its header.
fn framed(message: &Value) -> String {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// The next message of a stream; `None` at its end.
fn read(stream: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim_end() {
            "" => break,
            header => match header.split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse::<usize>().ok();
                }
                _ => {}
            },
        }
    }
    let length = length.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no Content-Length"))?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(Some(serde_json::from_slice(&body)?))
}

/// A file's address.
fn uri(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    // Windows has paths like `//?/C:/x`, and addresses like `file:///c:/x`.
    let path = path.trim_start_matches("//?/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", path.replace('%', "%25").replace(' ', "%20"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_were_framed() {
        let messages = [json!({ "id": 1, "method": "é" }), json!([null])];
        let text: String = messages.iter().map(framed).collect();
        assert!(text.starts_with("Content-Length: 22\r\n\r\n{"), "{text}");
        let mut stream = text.as_bytes();
        for message in messages {
            assert_eq!(read(&mut stream).expect("well framed"), Some(message));
        }
        assert_eq!(read(&mut stream).expect("the end"), None);
    }

    #[test]
    fn other_headers_are_passed_over_and_a_broken_frame_is_an_error() {
        let mut stream = "Content-Type: x\r\ncontent-length: 2\r\n\r\n{}".as_bytes();
        assert_eq!(read(&mut stream).expect("well framed"), Some(json!({})));
        for broken in
            ["Content-Type: x\r\n\r\n{}", "Content-Length: 9\r\n\r\n{}", "Content-Length: 2\r\n\r\n}{"]
        {
            assert!(read(&mut broken.as_bytes()).is_err(), "{broken}");
        }
    }

    #[test]
    fn paths_have_addresses() {
        assert_eq!(uri(Path::new("/tmp/a b/main.rs")), "file:///tmp/a%20b/main.rs");
        assert_eq!(uri(Path::new("//?/C:/a")), "file:///C:/a");
    }
}
